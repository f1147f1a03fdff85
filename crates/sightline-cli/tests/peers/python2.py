"""Drives the official Python SDK 2.x: reads lines of {url, modern}, and says of each what arrived."""

import asyncio
import json
import sys

from mcp.client import Client


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


async def drive(url, modern):
    seen = {"tools": None, "result": None, "error": None}
    try:
        async with Client(url, mode="2026-07-28" if modern else "legacy") as client:
            try:
                seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
                result = await client.call_tool("t", {})
                # What was not on the wire is left out, so that null and absent differ.
                seen["result"] = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
            except Exception as error:
                seen["error"] = words(error)
    except BaseException as error:
        seen["error"] = seen["error"] or words(error)
    return seen


for line in sys.stdin:
    job = json.loads(line)
    print(json.dumps(asyncio.run(drive(job["url"], job["modern"]))), flush=True)
