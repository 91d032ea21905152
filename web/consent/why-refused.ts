import type { AskForConsentCodeMutation, GiveConsentMutation } from './GiveConsent.graphql.ts';
import { refusalWords } from './refusal-words.ts';

type Given = Exclude<GiveConsentMutation['giveConsent'], { __typename: 'Subject' }>;
type CodeAsked = Exclude<AskForConsentCodeMutation['askForConsentCode'], { __typename: 'ConsentCodeSent' }>;

/** Why the server kept no consent or sent no code, in the language of the person who agrees. */
export function whyRefused(
  answer: Given | CodeAsked,
  { language, name }: { language: string; name: string },
): { field: 'code' | 'inPerson' | null; message: string } {
  const words = refusalWords(language);
  const whole = (message: string) => ({ field: null, message });
  switch (answer.__typename) {
    case 'CodeRefused':
      return whole(words.code[answer.reason]);
    case 'PhoneCodeNeeded':
      return whole(words.codeNeeded);
    case 'TooManyCodes':
      return whole(words.tooManyCodes);
    case 'ProofNeeded':
      return whole(words.proofNeeded);
    case 'NotFound':
      return whole(words.notFound);
    case 'WrongState':
      if (!('path' in answer)) return whole(words.changed);
      return whole(answer.path.length ? words.onlyThem(name) : words.memorial);
    case 'InvalidInput': {
      const [issue] = answer.issues;
      const path = issue?.path.replace(/^input\./, '') ?? '';
      if (path === 'code') return { field: 'code', message: words.notSixDigits };
      if (path.startsWith('inPerson')) return { field: 'inPerson', message: words.notSigned };
      return whole(issue?.message.includes('said stop') ? words.saidStop : words.changed);
    }
  }
}
