# Fetches the events after the last one that was handled.
import json
import os
from urllib.request import Request, urlopen

query = """query Missed($id: ID!, $number: Int!) {
  webhook(id: $id) { eventsAfter(number: $number) { id number payload } }
}"""


def events_after(number):
    variables = {"id": os.environ["WEBHOOK"], "number": number}
    request = Request(
        os.environ["EVERTOLD_URL"] + "/graphql",
        data=json.dumps({"query": query, "variables": variables}).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["EVERTOLD_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urlopen(request, timeout=30) as response:
        answer = json.load(response)
    if "errors" in answer:
        raise SystemExit(answer["errors"][0]["message"])
    return answer["data"]["webhook"]["eventsAfter"]


number = int(os.environ["LAST_NUMBER"])
while events := events_after(number):
    for event in events:
        payload = json.loads(event["payload"])
        print(event["number"], payload["type"], payload["data"])
        number = event["number"]
