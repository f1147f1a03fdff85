"""Drives the official Python SDK 2.x: reads lines of {url, revision, modern, calls}, and says what arrived.

A form is answered with three seats, so that the SDK carries out the second round by itself.
It opens older sessions in its newest older revision only, so that constant is replaced.
"""

import asyncio
import json
import sys

import mcp.client.session
from mcp.client import Client
from mcp.types import ElicitResult


def words(error):
    inner = getattr(error, "exceptions", None)
    return words(inner[0]) if inner else f"{type(error).__name__}: {error}"


async def answer(context, params):
    return ElicitResult(action="accept", content={"seats": 3})


async def drive(url, mode, calls):
    seen = {"tools": None, "answers": [], "error": None}
    try:
        async with Client(url, mode=mode, elicitation_callback=answer) as client:
            seen["tools"] = [tool.name for tool in (await client.list_tools()).tools]
            for call in calls:
                try:
                    result = await client.call_tool(call["name"], call["arguments"])
                    # What was not on the wire is left out, so that null and absent differ.
                    seen["answers"].append(result.model_dump(mode="json", by_alias=True, exclude_unset=True))
                except Exception as error:
                    seen["answers"].append({"refused": words(error)})
    except BaseException as error:
        seen["error"] = words(error)
    return seen


for line in sys.stdin:
    job = json.loads(line)
    mode = job["revision"] if job["modern"] else "legacy"
    if not job["modern"]:
        mcp.client.session.LATEST_HANDSHAKE_VERSION = job["revision"]
    print(json.dumps(asyncio.run(drive(job["url"], mode, job["calls"]))), flush=True)
