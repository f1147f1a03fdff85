"""Opens a session in memory with a server of the Python SDK 2.x, and says what was sent."""

import asyncio
import json
import sys

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import SessionMessage


async def ask(job):
    async def list_tools(context, params):
        return types.ListToolsResult(tools=[types.Tool.model_validate(job["tool"])])

    async def call_tool(context, params):
        kind = types.InputRequiredResult if "inputRequests" in job["result"] else types.CallToolResult
        return kind.model_validate(job["result"])

    server = Server("s", version="0", on_list_tools=list_tools, on_call_tool=call_tool)
    async with create_client_server_memory_streams() as ((read, write), streams):

        async def send(message):
            await write.send(SessionMessage(types.jsonrpc_message_adapter.validate_python(message)))

        async def request(id, method, params):
            await send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
            while True:
                answer = (await read.receive()).message.model_dump(mode="json", by_alias=True, exclude_unset=True)
                if answer.get("id") == id:
                    return {key: answer[key] for key in ("result", "error") if key in answer}

        async with anyio.create_task_group() as group:
            options = server.create_initialization_options()
            group.start_soon(lambda: server.run(*streams, options))
            info = {"name": "senders", "version": "0"}
            opening = {"protocolVersion": job["revision"], "capabilities": {}, "clientInfo": info}
            await request(1, "initialize", opening)
            await send({"jsonrpc": "2.0", "method": "notifications/initialized"})
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
