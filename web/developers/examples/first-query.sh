# The books that the key sees, with the titles of their stories.
curl --silent --fail-with-body "$EVERTOLD_URL/graphql" \
  -H "Authorization: Bearer $EVERTOLD_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"query": "{ subjects(first: 10) { edges { node { id preferredName chapters { title cards { title } } } } } }"}'
