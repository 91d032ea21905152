# One page of what was said in a book, the newest first. For the next page,
# set AFTER to the endCursor of this one, in quotes: AFTER='"kYb2…"'
curl --silent --fail-with-body "$EVERTOLD_URL/graphql" \
  -H "Authorization: Bearer $EVERTOLD_KEY" \
  -H 'Content-Type: application/json' \
  -d @- <<JSON
{
  "query": "query Said(\$subjectId: ID!, \$after: String) { messages(filter: { subjectId: \$subjectId }, first: 50, after: \$after) { edges { node { role text } } pageInfo { hasNextPage endCursor } } }",
  "variables": { "subjectId": "$SUBJECT_ID", "after": ${AFTER:-null} }
}
JSON
