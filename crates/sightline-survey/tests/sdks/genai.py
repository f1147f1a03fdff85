"""Drives Google's Python SDK: tool loops, plain and streamed. Says of each which tools were called, and
the last words."""

import json
import sys

from google import genai
from google.genai import errors, types

job = json.loads(sys.argv[1])
client = genai.Client(api_key="dummy", http_options=types.HttpOptions(base_url=job["base"]))
MODEL = "gemini-2.5-pro"


def say(what, called, last):
    print(json.dumps({"what": what, "called": called, "last": last}))


def loop(way):
    contents, called = [types.Content(role="user", parts=[types.Part(text="Call the probe tools")])], []
    declared = [
        types.FunctionDeclaration(name=tool["name"], description=tool["description"], parameters_json_schema=tool["schema"])
        for tool in job["tools"]
    ]
    config = types.GenerateContentConfig(tools=[types.Tool(function_declarations=declared)])
    for _ in range(20):
        body = {"model": MODEL, "contents": contents, "config": config}
        if way == "plain":
            answer = client.models.generate_content(**body)
            assert answer.usage_metadata.total_token_count > 0
            parts = answer.candidates[0].content.parts
        else:
            answers = client.models.generate_content_stream(**body)
            parts = [part for answer in answers for part in answer.candidates[0].content.parts]
        contents.append(types.Content(role="model", parts=parts))
        calls = [part.function_call for part in parts if part.function_call]
        if not calls:
            return say(f"gemini {way}", called, "".join(part.text for part in parts))
        called += [call.args["token"] for call in calls]
        results = [types.Part.from_function_response(name=call.name, response={"output": job["results"][call.name]}) for call in calls]
        contents.append(types.Content(role="user", parts=results))


for way in ["plain", "stream"]:
    loop(way)
say("tokens", [], str(client.models.count_tokens(model=MODEL, contents="eight letters").total_tokens > 0).lower())
names = [model.name.removeprefix("models/") for model in client.models.list()]
say("models", names, client.models.get(model="any-name").name.removeprefix("models/"))
try:
    client.models.embed_content(model=MODEL, contents="x")
except errors.APIError as error:
    say("not found", [type(error).__name__], str(error.code))
