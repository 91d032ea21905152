// Everything that was said in a book, page by page, the newest first.
const { EVERTOLD_URL, EVERTOLD_KEY, SUBJECT_ID } = process.env;

const query = `query Said($subjectId: ID!, $after: String) {
  messages(filter: { subjectId: $subjectId }, first: 50, after: $after) {
    edges { node { role text } }
    pageInfo { hasNextPage endCursor }
  }
}`;

async function readPage(after: string | null) {
  const response = await fetch(`${EVERTOLD_URL}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${EVERTOLD_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      query,
      variables: { subjectId: SUBJECT_ID, after },
    }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  return data.messages;
}

let after: string | null = null;
do {
  const { edges, pageInfo } = await readPage(after);
  // The text of a private message is null.
  for (const { node } of edges)
    console.log(`${node.role}: ${node.text}`);
  after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
} while (after);
