import { type ActSpan, spanOf, type UtteranceReading } from '#api/dialogue-acts/act-spans.ts';
import type { Hearing } from '../hearing.ts';
import { onlyAnswers, plainAnswer } from './confirming.ts';
import { type ClausePart, clausePartsOf } from './how-they-are.ts';

/** The answer to “would you say yes once more?”: yes, no, or neither; and where the words end that only answer. */
export type VoiceYes = { voice: boolean | null; end: number };

/** A clause or a part of one: it only answers us, or only says how the person is, or neither. */
type Part = { text: string; says: 'ANSWER' | 'HOW_THEY_ARE' | 'OTHER' };

/**
 * Reads the answer to the request for a yes in the person's own voice. Only its first clauses answer, as far as they
 * contain nothing else; whatever follows may be a story. “I’m not well” is no refusal, but a plain no after it is one.
 */
export function readVoiceYes(utterance: string, hearing: Hearing): VoiceYes {
  const { confirming } = hearing;
  const parts = clausePartsOf(utterance, hearing).map((part) => readPart(part, hearing));
  const other = parts.findIndex(({ says }) => says === 'OTHER');
  const first = parts.slice(0, other < 0 ? parts.length : other);
  const state = first.findIndex(({ says }) => says === 'HOW_THEY_ARE');
  const answer = textOf(first.slice(0, state < 0 ? first.length : state));
  const later = first.filter((each, at) => state >= 0 && at > state && each.says === 'ANSWER');
  const rest = utterance.slice(textOf(first).length);
  const refuses =
    confirming.refuses(confirming.plainByVoice(rest)) || readAnswer(textOf(later), hearing) === false;
  const said = readAnswer(answer, hearing);
  return { voice: refuses ? false : said, end: said === null ? 0 : answer.length };
}

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

function readPart({ text, saysHowTheyAre }: ClausePart, hearing: Hearing): Part {
  if (saysHowTheyAre) return { text, says: 'HOW_THEY_ARE' };
  return { text, says: onlyAnswers(text, hearing) ? 'ANSWER' : 'OTHER' };
}

/** What words say that only answer. A yes may be in their midst: “I say yes once more.” */
function readAnswer(answer: string, hearing: Hearing): boolean | null {
  const said = plainAnswer(answer, hearing);
  if (said !== null || answer.includes('?')) return said;
  return hearing.confirming.spokenYes.test(hearing.plain(answer)) || null;
}

/** The reading of an utterance whose first `end` characters answered us, so that they are no part of a story. */
export function withAnswer({ spans }: UtteranceReading, end: number): UtteranceReading {
  if (!end) return { spans };
  const answer: ActSpan = { ...spanOf({ start: 0, end }, 'tell'), act: 'ANSWERS' };
  const after = spans.filter((span) => span.end > end);
  return { spans: [answer, ...after.map((span) => ({ ...span, start: Math.max(span.start, end) }))] };
}
