# Saves a story once, however often this is sent. REQUEST_ID is your own id
# of what you save. curl waits and tries again where it is told Retry-After.
curl --silent --fail-with-body --retry 5 "$EVERTOLD_URL/graphql" \
  -H "Authorization: Bearer $EVERTOLD_KEY" \
  -H 'Content-Type: application/json' \
  -H "Idempotency-Key: save-$REQUEST_ID" \
  -d @- <<JSON
{
  "query": "mutation Save(\$input: SaveCardInput!) { saveCard(input: \$input) { __typename ... on Card { id revision } ... on UserError { code message path } } }",
  "variables": {
    "input": { "subjectId": "$SUBJECT_ID", "title": "$TITLE", "body": "We had two goats." }
  }
}
JSON
