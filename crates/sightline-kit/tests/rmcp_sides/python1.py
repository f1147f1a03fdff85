"""Drives the official Python SDK 1.x: reads lines of {url, revision, calls}, and says what arrived.

The SDK always asks for its newest revision, so that constant is replaced.
"""

import asyncio
import json
import sys

import mcp.types
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


async def drive(url, calls):
    seen = {"tools": None, "answers": [], "error": None}
    try:
        async with streamable_http_client(url) as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
            for call in calls:
                try:
                    result = await session.call_tool(call["name"], call["arguments"])
                    # What was not on the wire is left out, so that null and absent differ.
                    seen["answers"].append(result.model_dump(mode="json", by_alias=True, exclude_unset=True))
                except Exception as error:
                    seen["answers"].append({"refused": words(error)})
    except BaseException as error:
        seen["error"] = words(error)
    return seen


for line in sys.stdin:
    job = json.loads(line)
    mcp.types.LATEST_PROTOCOL_VERSION = job["revision"]
    print(json.dumps(asyncio.run(drive(job["url"], job["calls"]))), flush=True)
