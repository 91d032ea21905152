# The books that the key sees, with the titles of their stories.
import json
import os
from urllib.request import Request, urlopen

query = """query Books {
  subjects(first: 10) {
    edges { node { id preferredName chapters { title cards { title } } } }
  }
}"""
request = Request(
    os.environ["EVERTOLD_URL"] + "/graphql",
    data=json.dumps({"query": query}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["EVERTOLD_KEY"],
        "Content-Type": "application/json",
    },
)
with urlopen(request, timeout=30) as response:
    answer = json.load(response)
if "errors" in answer:
    raise SystemExit(answer["errors"][0]["message"])
for edge in answer["data"]["subjects"]["edges"]:
    book = edge["node"]
    print(book["preferredName"], book["id"])
    for chapter in book["chapters"]:
        for card in chapter["cards"]:
            print(f"  {chapter['title']}: {card['title']}")
print(f"Cost: {answer['extensions']['cost']['requested']} points")
