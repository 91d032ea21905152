import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { ports } from '#api/adapters/ports.ts';
import { ExportedBook } from '#api/exports/format.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { sendPiece, tusRequest } from './keepsakes.ts';
import { contentOf, whenFinished } from './made.ts';
import { type Answer, type Person, succeeded } from './person.ts';
import { until } from './told.ts';

/** The files of a ZIP by their names. */
type Files = Map<string, Buffer>;

/** The contents of a ZIP by the names of its entries, read with another library than the one that wrote it. */
export async function unzipped(zip: Buffer): Promise<Files> {
  const opened = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  const entries: Files = new Map();
  for await (const entry of opened.eachEntry())
    entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
  return entries;
}

/** The file with everything of a book, as a person downloads it. */
export async function exportOf(person: Person, subjectId: string): Promise<Buffer> {
  const { id } = succeeded(await person.gql('RequestExport', { subjectId }));
  const { problem } = await whenFinished(id);
  if (problem) throw new Error(problem);
  return contentOf(person, id);
}

/** What an export says, checked by its schema. */
export async function bookIn(zip: Buffer): Promise<ExportedBook> {
  const data = JSON.parse((await unzipped(zip)).get('evertold.json')?.toString() ?? 'null');
  return ExportedBook.parse(data);
}

export function askToSendExport(person: Person, bytes: number): Promise<Response> {
  const metadata = `becomes ${Buffer.from('book').toString('base64')}`;
  return tusRequest(person, 'POST', '/media/upload', {
    headers: { 'upload-length': String(bytes), 'upload-metadata': metadata },
  });
}

/** Uploads an export in two pieces and returns the id of its upload. */
export async function sentExport(person: Person, zip: Buffer): Promise<string> {
  const begun = await askToSendExport(person, zip.length);
  if (begun.status !== 201) throw new Error(`The upload was refused: ${await begun.text()}`);
  const path = begun.headers.get('location') ?? '';
  const half = Math.floor(zip.length / 2);
  for (const [offset, piece] of [
    [0, zip.subarray(0, half)],
    [half, zip.subarray(half)],
  ] as const) {
    const answer = await sendPiece(person, path, offset, piece);
    if (answer.status !== 204) throw new Error(`A piece was refused: ${await answer.text()}`);
  }
  return path.split('/').at(-1) ?? '';
}

const fields =
  'id status progress problem soundsLeft soundsHeld versionsLeft filesMissing onlyForOwner subject { id fullName }';

/** The answer to a request to bring an uploaded export: the import, or a refusal. */
export async function askToImport(person: Person, input: object): Promise<Answer> {
  const document = `mutation ($uploadId: ID!, $isSelf: Boolean) {
    importBook(uploadId: $uploadId, isSelf: $isSelf) { ... on BookImport { ${fields} } ... on UserError { code message } }
  }`;
  return (await person.gql(document, input)).importBook;
}

export async function cancelImport(person: Person, id: string): Promise<Answer> {
  const document = `mutation ($id: ID!) {
    cancelBookImport(id: $id) { ... on BookImport { ${fields} } ... on UserError { code message } }
  }`;
  return (await person.gql(document, { id })).cancelBookImport;
}

export async function importsOf(person: Person): Promise<Answer[]> {
  return (await person.gql(`{ bookImports { ${fields} } }`)).bookImports;
}

const isInHand = (status: string) => status === 'QUEUED' || status === 'WORKING';

/** Brings a book from a ZIP and waits until the import has finished, successfully or not. */
export async function imported(
  person: Person,
  zip: Buffer,
  input: { isSelf?: boolean } = {},
): Promise<Answer> {
  const { id } = succeeded({
    asked: await askToImport(person, { uploadId: await sentExport(person, zip), ...input }),
  });
  return finishedImport(person, id);
}

export async function finishedImport(person: Person, id: string): Promise<Answer> {
  await until(
    async () => !isInHand((await db.bookImport.findUniqueOrThrow({ where: { id } })).status),
    60_000,
  );
  return (await importsOf(person)).find((each) => each.id === id);
}

/** An import that waits in the database without a job, and its file in one piece. */
export async function aQueuedImport(person: Person, zip: Buffer, { isSelf = false } = {}): Promise<string> {
  const part = `books/uploads/${randomUUID()}`;
  await ports.storage.put(part, zip);
  return aStoredImport(person, { part, bytes: zip.length, isSelf });
}

/** An import that waits in the database without a job, of a file in the storage. */
export async function aStoredImport(
  person: Person,
  { part, bytes, isSelf = false }: { part: string; bytes: number; isSelf?: boolean },
): Promise<string> {
  const id = newId();
  await db.upload.create({ data: { id, userId: person.id, bytes, received: bytes, parts: [part] } });
  await db.bookImport.create({ data: { id, userId: person.id, isSelf } });
  return id;
}

/** The only import of an account, which has ended without a book; its file is not kept any more. */
export async function anEndedImport(
  userId: string,
  status: 'FAILED' | 'CANCELLED' = 'FAILED',
): Promise<string> {
  await db.bookImport.deleteMany({ where: { userId } });
  return (await db.bookImport.create({ data: { id: newId(), userId, status } })).id;
}

/** An uploaded file of an account without imports, which is no export. */
export async function anUploadedFile(userId: string): Promise<string> {
  await db.bookImport.deleteMany({ where: { userId } });
  const id = newId();
  const part = `books/uploads/${id}/0-${randomUUID()}`;
  await ports.storage.put(part, Buffer.from('no ZIP'));
  await db.upload.create({ data: { id, userId, bytes: 6, received: 6, parts: [part] } });
  return id;
}

/** Everything that the storage keeps. */
export async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of ports.storage.keys()) keys.push(key);
  return keys.sort();
}
