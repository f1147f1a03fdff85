"""Drives the official Python SDK 1.x: reads lines of {url}, and says of each what arrived."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


async def drive(url):
    seen = {"tools": None, "result": None, "error": None}
    try:
        async with streamable_http_client(url) as (read, write, _), ClientSession(read, write) as session:
            await session.initialize()
            try:
                seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
                result = await session.call_tool("t", {})
                # What was not on the wire is left out, so that null and absent differ.
                seen["result"] = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
            except Exception as error:
                seen["error"] = words(error)
    except BaseException as error:
        seen["error"] = seen["error"] or words(error)
    return seen


for line in sys.stdin:
    print(json.dumps(asyncio.run(drive(json.loads(line)["url"]))), flush=True)
