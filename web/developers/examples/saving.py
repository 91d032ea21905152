# Saves a story once, however often this is sent.
import json
import os
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

query = """mutation Save($input: SaveCardInput!) {
  saveCard(input: $input) {
    __typename
    ... on Card { id revision }
    ... on UserError { code message path }
  }
}"""
story = {
    "subjectId": os.environ["SUBJECT_ID"],
    "title": os.environ["TITLE"],
    "body": "We had two goats.",
}
request = Request(
    os.environ["EVERTOLD_URL"] + "/graphql",
    data=json.dumps({"query": query, "variables": {"input": story}}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["EVERTOLD_KEY"],
        "Content-Type": "application/json",
        # Your own id of what you save.
        "Idempotency-Key": "save-" + os.environ["REQUEST_ID"],
    },
)


def save():
    """Sends it again, with the same key, as long as the server asks to wait."""
    while True:
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as refusal:
            seconds = refusal.headers.get("Retry-After")
            if seconds is None:
                return json.load(refusal)
            time.sleep(int(seconds))


answer = save()
if "errors" in answer:
    # The operation did not run: its syntax, the key, or its scopes.
    error = answer["errors"][0]
    raise SystemExit(f"{error['extensions']['code']}: {error['message']}")
saved = answer["data"]["saveCard"]
if saved["__typename"] != "Card":
    path = ".".join(saved["path"])
    raise SystemExit(f"{saved['code']} at {path}: {saved['message']}")
print(f"Saved as {saved['id']}")
