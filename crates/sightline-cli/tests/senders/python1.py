"""Opens a session in memory with a server of the Python SDK 1.x, and says what was sent."""

import asyncio
import json
import sys

import anyio
from mcp import types
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage


async def ask(job):
    server = Server("s", "0")

    @server.list_tools()
    async def list_tools():
        return [types.Tool.model_validate(job["tool"])]

    @server.call_tool(validate_input=False)
    async def call_tool(name, arguments):
        return types.CallToolResult.model_validate(job["result"])

    to_server, from_client = anyio.create_memory_object_stream(10)
    to_client, from_server = anyio.create_memory_object_stream(10)

    async def request(id, method, params):
        message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        await to_server.send(SessionMessage(types.JSONRPCMessage.model_validate(message)))
        while True:
            answer = (await from_server.receive()).message.model_dump(mode="json", by_alias=True, exclude_unset=True)
            if answer.get("id") == id:
                return {key: answer[key] for key in ("result", "error") if key in answer}

    async with anyio.create_task_group() as group:
        options = server.create_initialization_options()
        group.start_soon(lambda: server.run(from_client, to_client, options))
        info = {"name": "senders", "version": "0"}
        await request(1, "initialize", {"protocolVersion": job["revision"], "capabilities": {}, "clientInfo": info})
        message = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        await to_server.send(SessionMessage(types.JSONRPCMessage.model_validate(message)))
        seen = {
            "list": await request(2, "tools/list", {}),
            "call": await request(3, "tools/call", {"name": "t", "arguments": {}}),
        }
        group.cancel_scope.cancel()
    return seen


for line in sys.stdin:
    try:
        seen = asyncio.run(ask(json.loads(line)))
    except Exception as error:
        seen = {"list": {"error": {"message": f"{type(error).__name__}: {error}"}}}
    print(json.dumps(seen), flush=True)
