import { vi } from 'vitest';
import { aKeepsake } from './keepsakes.ts';
import { type Answer, type Person, succeeded } from './person.ts';
import { aTake } from './sound.ts';

const fields = `id whyNotInBook mayBeTranscribed media { url } oldRecording {
  status transcribes problem durationSeconds transcribedSeconds version
  lines { startMs endMs text someoneElse } conversation { id }
}`;

/** The result of a mutation about an old recording: its keepsake, or a refusal. */
export async function changeRecording(person: Person, name: string, input: object): Promise<Answer> {
  const takesId = name === 'putOldRecordingIntoBook' || name === 'discardOldRecording';
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const answer = `{ __typename ... on Keepsake { ${fields} } ... on UserError { code message } }`;
  const document = takesId
    ? `mutation ($keepsakeId: ID!) { ${name}(keepsakeId: $keepsakeId) ${answer} }`
    : `mutation ($input: ${type}!) { ${name}(input: $input) ${answer} }`;
  return (await person.gql(document, takesId ? input : { input }))[name];
}

/** A keepsake with its old recording, as a person may see it. */
export async function recordingAt(person: Person, subjectId: string, keepsakeId: string): Promise<Answer> {
  const document = `query ($id: ID!) { subject(id: $id) { keepsakes(first: 50) { edges { node { ${fields} } } } } }`;
  const { subject } = await person.gql(document, { id: subjectId });
  return subject?.keepsakes.edges
    .map(({ node }: { node: Answer }) => node)
    .find(({ id }: { id: string }) => id === keepsakeId);
}

let takes = 0;

/** A recording of this many seconds among the keepsakes; no two of them have the same sound. */
export async function aTape(
  person: Person,
  subjectId: string,
  { seconds = 60, ...described }: { seconds?: number; content?: Buffer; [field: string]: unknown } = {},
): Promise<{ id: string; media: { url: string } }> {
  takes += 1;
  const content = described.content ?? (await aTake(seconds, takes));
  return (await aKeepsake(person, subjectId, { ...described, content })) as never;
}

/** Begins to write down a keepsake and waits until the family can continue. */
export async function beginAndWait(
  person: Person,
  subjectId: string,
  keepsakeId: string,
  input: object = { transcribe: false },
): Promise<Answer> {
  succeeded({ begun: await changeRecording(person, 'beginOldRecording', { keepsakeId, ...input }) });
  return waitForStatus(person, subjectId, keepsakeId, ['DRAFT', 'FAILED', 'IN_BOOK']);
}

/** Waits until the old recording has one of these statuses. */
export async function waitForStatus(
  person: Person,
  subjectId: string,
  keepsakeId: string,
  states: string[],
): Promise<Answer> {
  return vi.waitFor(
    async () => {
      const { oldRecording } = (await recordingAt(person, subjectId, keepsakeId)) ?? {};
      if (!states.includes(oldRecording?.status)) throw new Error(`It is ${JSON.stringify(oldRecording)}`);
      return oldRecording;
    },
    { timeout: 60_000, interval: 100 },
  );
}

export type TypedLine = { startMs: number; endMs?: number; text: string; someoneElse?: boolean };

/** Types the lines, puts them into the book and waits for the conversation. */
export async function putIntoBook(
  person: Person,
  subjectId: string,
  keepsakeId: string,
  lines: TypedLine[],
): Promise<{ conversation: { id: string } }> {
  const { version } = await beginAndWait(person, subjectId, keepsakeId);
  const typed = lines.map((line) => ({ someoneElse: false, ...line }));
  const input = { keepsakeId, version, lines: typed };
  succeeded({ saved: await changeRecording(person, 'saveOldRecording', input) });
  succeeded({ put: await changeRecording(person, 'putOldRecordingIntoBook', { keepsakeId }) });
  return (await waitForStatus(person, subjectId, keepsakeId, ['IN_BOOK'])) as never;
}
