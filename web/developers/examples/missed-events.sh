# The next events after the one with this number. Ask again with the last
# number, until there are none.
curl --silent --fail-with-body "$EVERTOLD_URL/graphql" \
  -H "Authorization: Bearer $EVERTOLD_KEY" \
  -H 'Content-Type: application/json' \
  -d @- <<JSON
{
  "query": "query Missed(\$id: ID!, \$number: Int!) { webhook(id: \$id) { eventsAfter(number: \$number) { id number payload } } }",
  "variables": { "id": "$WEBHOOK", "number": $LAST_NUMBER }
}
JSON
