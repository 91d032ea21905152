// Saves a story once, however often this is sent.
import { setTimeout } from 'node:timers/promises';

const { EVERTOLD_URL, EVERTOLD_KEY, SUBJECT_ID, TITLE, REQUEST_ID } =
  process.env;

const query = `mutation Save($input: SaveCardInput!) {
  saveCard(input: $input) {
    __typename
    ... on Card { id revision }
    ... on UserError { code message path }
  }
}`;
const body = 'We had two goats.';
const input = { subjectId: SUBJECT_ID, title: TITLE, body };

/** Sends it again, with the same key, as long as the server asks to wait. */
async function save(): Promise<Response> {
  const response = await fetch(`${EVERTOLD_URL}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${EVERTOLD_KEY}`,
      'content-type': 'application/json',
      // Your own id of what you save.
      'idempotency-key': `save-${REQUEST_ID}`,
    },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const seconds = response.headers.get('retry-after');
  if (!seconds) return response;
  await setTimeout(Number(seconds) * 1000);
  return save();
}

const { data, errors } = await (await save()).json();
if (errors) {
  // The operation did not run: its syntax, the key, or its scopes.
  const [{ message, extensions }] = errors;
  throw new Error(`${extensions.code}: ${message}`);
}
const { __typename, id, code, message, path } = data.saveCard;
if (__typename === 'Card') console.log(`Saved as ${id}`);
else {
  console.error(`${code} at ${path.join('.')}: ${message}`);
  process.exitCode = 1;
}
