"""Drives the official Python SDK 1.x: reads lines of {url} or {command}, lists the tools, calls each, and
says what came of it."""

import asyncio
import contextlib
import json
import sys

from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


@contextlib.asynccontextmanager
async def streams(job):
    if "url" in job:
        async with streamable_http_client(job["url"]) as (read, write, _):
            yield read, write
    else:
        command = job["command"]
        async with stdio_client(StdioServerParameters(command=command[0], args=command[1:])) as (read, write):
            yield read, write


async def drive(job):
    seen = {"tools": None, "results": {}, "error": None}
    try:
        async with streams(job) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            seen["tools"] = [tool.name for tool in (await session.list_tools()).tools]
            for name, token in job["names"]:
                try:
                    result = await session.call_tool(name, {"token": token})
                    seen["results"][name] = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
                except Exception as error:
                    seen["results"][name] = {"refused": words(error)}
    except BaseException as error:
        seen["error"] = words(error)
    return seen


for line in sys.stdin:
    print(json.dumps(asyncio.run(drive(json.loads(line)))), flush=True)
