"""Drives OpenAI's Python SDK: tool loops in both of its interfaces, plain, streamed and with a held
history. Says of each which tools were called, and the last words."""

import json
import sys

import openai

job = json.loads(sys.argv[1])
client = openai.OpenAI(api_key="dummy", base_url=job["base"] + "/v1", max_retries=0)


def say(what, called, last):
    print(json.dumps({"what": what, "called": called, "last": last}))


def streamed(manager, final):
    with manager as stream:
        for _ in stream:
            pass
        return getattr(stream, final)()


def chat(way):
    messages, called = [{"role": "user", "content": "Call the probe tools"}], []
    offered = [
        {"type": "function", "function": {"name": tool["name"], "description": tool["description"], "parameters": tool["schema"]}}
        for tool in job["tools"]
    ]
    for _ in range(20):
        body = {"model": "gpt-4o", "messages": messages, "tools": offered}
        if way == "plain":
            completion = client.chat.completions.create(**body)
        else:
            manager = client.chat.completions.stream(**body, stream_options={"include_usage": True})
            completion = streamed(manager, "get_final_completion")
        assert completion.usage.total_tokens > 0
        message = completion.choices[0].message
        if not message.tool_calls:
            return say(f"openai-chat {way}", called, message.content)
        calls = [
            {"id": call.id, "type": "function", "function": {"name": call.function.name, "arguments": call.function.arguments}}
            for call in message.tool_calls
        ]
        messages.append({"role": "assistant", "tool_calls": calls})
        for call in message.tool_calls:
            called.append(json.loads(call.function.arguments)["token"])
            messages.append({"role": "tool", "tool_call_id": call.id, "content": job["results"][call.function.name]})


def responses(way):
    items, previous, called = [{"role": "user", "content": "Call the probe tools"}], None, []
    offered = [
        {"type": "function", "name": tool["name"], "description": tool["description"], "parameters": tool["schema"], "strict": False}
        for tool in job["tools"]
    ]
    for _ in range(20):
        body = {"model": "gpt-5", "input": items, "tools": offered}
        if previous:
            body["previous_response_id"] = previous
        if way == "stream":
            response = streamed(client.responses.stream(**body), "get_final_response")
        else:
            response = client.responses.create(**body)
        assert response.usage.total_tokens > 0
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return say(f"openai-responses {way}", called, response.output_text)
        called += [json.loads(call.arguments)["token"] for call in calls]
        outputs = [{"type": "function_call_output", "call_id": call.call_id, "output": job["results"][call.name]} for call in calls]
        if way == "held":
            items, previous = outputs, response.id
        else:
            said = [{"type": "function_call", "call_id": call.call_id, "name": call.name, "arguments": call.arguments} for call in calls]
            items = items + said + outputs


for way in ["plain", "stream"]:
    chat(way)
for way in ["plain", "stream", "held"]:
    responses(way)
say("models", [model.id for model in client.models.list()], client.models.retrieve("any-name").id)
try:
    client.embeddings.create(model="m", input="x")
except openai.APIStatusError as error:
    say("not found", [type(error).__name__], str(error.status_code))
