"""Drives the official Python SDK 2.x: reads lines of {url} or {command}, lists the tools, calls each, and
says what came of it."""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


def target(job):
    if "url" in job:
        return job["url"]
    command = job["command"]
    return stdio_client(StdioServerParameters(command=command[0], args=command[1:]))


async def drive(job):
    seen = {"tools": None, "results": {}, "error": None}
    try:
        async with Client(target(job), mode="2026-07-28" if job["modern"] else "legacy") as client:
            seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
            for name, token in job["names"]:
                try:
                    result = await client.call_tool(name, {"token": token})
                    seen["results"][name] = result.model_dump(mode="json", by_alias=True, exclude_unset=True)
                except Exception as error:
                    seen["results"][name] = {"refused": words(error)}
    except BaseException as error:
        seen["error"] = words(error)
    return seen


for line in sys.stdin:
    print(json.dumps(asyncio.run(drive(json.loads(line)))), flush=True)
