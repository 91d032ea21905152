# Everything that was said in a book, page by page, the newest first.
import json
import os
from urllib.request import Request, urlopen

query = """query Said($subjectId: ID!, $after: String) {
  messages(filter: { subjectId: $subjectId }, first: 50, after: $after) {
    edges { node { role text } }
    pageInfo { hasNextPage endCursor }
  }
}"""


def read_page(after):
    variables = {"subjectId": os.environ["SUBJECT_ID"], "after": after}
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
    return answer["data"]["messages"]


page = read_page(None)
while True:
    for edge in page["edges"]:
        # The text of a private message is None.
        print(f"{edge['node']['role']}: {edge['node']['text']}")
    if not page["pageInfo"]["hasNextPage"]:
        break
    page = read_page(page["pageInfo"]["endCursor"])
