import { textIn } from '../letters.ts';
import { anOwnBook } from './told.ts';
import { done, outbox, type Visitor } from './visitor.ts';

let phones = 1_000 + ((Date.now() + process.pid) % 8_000);

/** A book about the visitor, with a phone number and the consent to record. */
export async function recordedBook(visitor: Visitor): Promise<string> {
  const phone = `+1402555${phones++}`;
  const subjectId = await anOwnBook(visitor, { phone });
  const ask = `mutation ($id: ID!) { askForConsentCode(subjectId: $id) { __typename ... on UserError { message } } }`;
  done(await visitor.gql(ask, { id: subjectId }));
  let code: string | undefined;
  for (let known = 0; !code; known += 1) {
    const { text } = await textIn(outbox(), phone, { known });
    code = /^\d{6}/.exec(text)?.[0];
  }
  const { consentWordings } = await visitor.gql('ConsentWordings');
  const { version } = (consentWordings as { kind: string; version: number }[]).find(
    ({ kind }) => kind === 'RECORDING',
  ) ?? { version: 0 };
  const grants = [{ kind: 'RECORDING', wordingVersion: version, phone }];
  done(await visitor.gql('GiveConsent', { input: { subjectId, grants, code } }));
  return subjectId;
}

/** The URL of a conversation's recording, as a visitor sees it. */
export async function recordingUrl(visitor: Visitor, id: string): Promise<string> {
  const query = 'query ($id: ID!) { conversation(id: $id) { recording { url } } }';
  const { conversation } = await visitor.gql(query, { id });
  return conversation.recording.url;
}
