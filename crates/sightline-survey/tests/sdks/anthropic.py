"""Drives Anthropic's Python SDK: tool loops, plain and streamed. Says of each which tools were called,
and the last words."""

import json
import sys

import anthropic

job = json.loads(sys.argv[1])
client = anthropic.Anthropic(api_key="dummy", base_url=job["base"], max_retries=0)


def say(what, called, last):
    print(json.dumps({"what": what, "called": called, "last": last}))


def loop(way):
    messages, called = [{"role": "user", "content": "Call the probe tools"}], []
    offered = [{"name": tool["name"], "description": tool["description"], "input_schema": tool["schema"]} for tool in job["tools"]]
    for _ in range(20):
        body = {"model": "claude-sonnet-4-5", "max_tokens": 1000, "messages": messages, "tools": offered}
        if way == "plain":
            message = client.messages.create(**body)
        else:
            with client.messages.stream(**body) as stream:
                message = stream.get_final_message()
        assert message.usage.output_tokens > 0
        calls = [block for block in message.content if block.type == "tool_use"]
        assert (message.stop_reason == "tool_use") == bool(calls)
        if not calls:
            return say(f"anthropic-messages {way}", called, message.content[0].text)
        called += [call.input["token"] for call in calls]
        said = [{"type": "tool_use", "id": call.id, "name": call.name, "input": call.input} for call in calls]
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": job["results"][call.name]} for call in calls]
        messages += [{"role": "assistant", "content": said}, {"role": "user", "content": results}]


for way in ["plain", "stream"]:
    loop(way)
counted = client.messages.count_tokens(model="m", messages=[{"role": "user", "content": "eight letters"}])
say("tokens", [], str(counted.input_tokens > 0).lower())
say("models", [model.id for model in client.models.list()], client.models.retrieve("any-name").id)
try:
    client.post("/v1/no/such", cast_to=object, body={})
except anthropic.APIStatusError as error:
    say("not found", [type(error).__name__], str(error.status_code))
