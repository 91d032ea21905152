// Prints what is said in a book while it is said, and misses nothing.
import { createClient } from 'graphql-ws';

const { EVERTOLD_URL, EVERTOLD_KEY, SUBJECT_ID } = process.env;

const client = createClient({
  url: `${EVERTOLD_URL}/graphql`.replace(/^http/, 'ws'),
  connectionParams: { apiKey: EVERTOLD_KEY },
  // Also after errors of the network, which the package doesn't retry.
  shouldRetry: () => true,
  retryAttempts: 20,
});

type Added = {
  messageAdded: {
    cursor: string;
    node: { role: string; text: string };
  };
};

// After a disconnection these are sent again: `after` resumes where it was.
// Keep the last cursor, and start the program with it.
const variables = {
  subjectId: SUBJECT_ID,
  after: process.env.AFTER ?? null,
};
const query = `subscription Said($subjectId: ID!, $after: String) {
  messageAdded(filter: { subjectId: $subjectId }, after: $after) {
    cursor
    node { role text }
  }
}`;
for await (const { data, errors } of client.iterate<Added>({
  query,
  variables,
})) {
  if (!data) throw new Error(errors?.[0]?.message);
  const { cursor, node } = data.messageAdded;
  variables.after = cursor;
  console.log(`${node.role}: ${node.text}`);
}
