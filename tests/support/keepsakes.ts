import { request as httpRequest } from 'node:http';
import { aPhoto } from './keepsake-files.ts';
import { type Answer, type Person, succeeded } from './person.ts';
import { server } from './server.ts';

const tus = { 'tus-resumable': '1.0.0' };

const signedIn = ({ cookie }: Person, more: Record<string, string> = {}): Record<string, string> => ({
  ...(cookie && { cookie }),
  ...more,
});

/** Sends a request of the upload protocol; `headers` may contain a key. */
export function tusRequest(
  person: Person,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Response> {
  return fetch(`${server().url}${path}`, {
    method,
    headers: signedIn(person, { ...tus, ...headers }),
    ...(body && { body: new Uint8Array(body) }),
  });
}

/** Requests an upload of this many bytes. */
export function askToSend(
  person: Person,
  subjectId: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const metadata = `subjectId ${Buffer.from(subjectId).toString('base64')}`;
  return tusRequest(person, 'POST', '/media/upload', {
    headers: { 'upload-length': String(bytes), 'upload-metadata': metadata, ...headers },
  });
}

/** Sends a chunk of a file. */
export function sendPiece(
  person: Person,
  path: string,
  offset: number,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<Response> {
  return tusRequest(person, 'PATCH', path, {
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body,
  });
}

/** The number of bytes received so far. */
export async function receivedOf(person: Person, path: string): Promise<number> {
  const response = await tusRequest(person, 'HEAD', path);
  return Number(response.headers.get('upload-offset'));
}

/** Sends a chunk whose connection breaks after this many bytes. */
export async function breakOff(
  person: Person,
  path: string,
  { offset, body, after }: { offset: number; body: Buffer; after: number },
): Promise<void> {
  const { hostname, port } = new URL(server().url);
  const headers = {
    ...signedIn(person, tus),
    ...{ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    'content-length': String(body.length),
  };
  await new Promise<void>((resolve) => {
    const request = httpRequest({ hostname, port, path, method: 'PATCH', headers });
    request.on('error', () => resolve());
    request.write(body.subarray(0, after), () => {
      // The data has been sent; the server reads it before it sees the end of the connection.
      request.socket?.end();
      request.socket?.once('close', () => resolve());
    });
  });
}

/** Uploads a whole file and returns the id of its upload. */
export async function sent(person: Person, subjectId: string, content: Buffer): Promise<string> {
  const begun = await askToSend(person, subjectId, content.length);
  const path = begun.headers.get('location') ?? '';
  if (begun.status !== 201)
    throw new Error(`The upload was refused with ${begun.status}: ${await begun.text()}`);
  const answer = await sendPiece(person, path, 0, content);
  if (answer.status !== 204)
    throw new Error(`A chunk was refused with ${answer.status}: ${await answer.text()}`);
  return path.split('/').at(-1) ?? '';
}

const fields =
  'id kind title description happened happenedText addedBy media { id url contentType width height } card { id } people { name }';

/** The result of a keepsake mutation: the keepsake, or a refusal. */
export async function change(person: Person, name: string, variables: object): Promise<Answer> {
  const takesId = name === 'deleteKeepsake' || name === 'restoreKeepsake';
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const document = takesId
    ? `mutation ($id: ID!) { ${name}(id: $id) { ... on Keepsake { ${fields} } ... on UserError { code message } } }`
    : `mutation ($input: ${type}!) { ${name}(input: $input) { ... on Keepsake { ${fields} } ... on UserError { code message } } }`;
  return (await person.gql(document, takesId ? variables : { input: variables }))[name];
}

/** Adds a keepsake. */
export async function aKeepsake(
  person: Person,
  subjectId: string,
  { content, ...described }: { content?: Buffer; [field: string]: unknown } = {},
): Promise<Answer> {
  const uploadId = await sent(person, subjectId, content ?? (await aPhoto()));
  return succeeded({ added: await change(person, 'addKeepsake', { subjectId, uploadId, ...described }) });
}

/** The keepsakes of a book as a person sees them. */
export async function keepsakesOf(person: Person, subjectId: string): Promise<Answer[]> {
  const { subject } = await person.gql('Keepsakes', { subjectId });
  return (subject?.keepsakes.edges ?? []).map(({ node }: { node: Answer }) => node);
}
