// The books that the key sees, with the titles of their stories.
const { EVERTOLD_URL, EVERTOLD_KEY } = process.env;

const query = `query Books {
  subjects(first: 10) {
    edges { node { id preferredName chapters { title cards { title } } } }
  }
}`;
const response = await fetch(`${EVERTOLD_URL}/graphql`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${EVERTOLD_KEY}`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ query }),
});
const { data, errors, extensions } = await response.json();
if (errors) throw new Error(errors[0].message);
for (const { node } of data.subjects.edges) {
  console.log(node.preferredName, node.id);
  for (const { title, cards } of node.chapters)
    for (const card of cards) console.log(`  ${title}: ${card.title}`);
}
console.log(`Cost: ${extensions.cost.requested} points`);
