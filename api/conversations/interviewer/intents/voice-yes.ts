import { type ActSpan, spanOf, type UtteranceReading } from '#api/dialogue-acts/act-spans.ts';
import type { Hearing } from '../hearing.ts';
import { answerToRecording } from './confirming.ts';

/** The answer to “would you say yes once more?”: yes, no, or neither; and where the words end that only answer. */
export type VoiceYes = { voice: boolean | null; end: number };

/** A clause with the mark after it. */
const CLAUSE = /[^,.;:!?…—–]+[,.;:!?…—–]*\s*|[,.;:!?…—–]+\s*/gu;

/**
 * Reads the answer to the request for a yes in the person's own voice. Only its first clauses answer, as far as they
 * contain nothing else; whatever follows may be a story.
 */
export function readVoiceYes(utterance: string, hearing: Hearing): VoiceYes {
  const { confirming } = hearing;
  const clauses = utterance.match(CLAUSE) ?? [];
  const other = clauses.findIndex((clause) => !onlyAnswers(clause, hearing));
  const answer = clauses.slice(0, other < 0 ? clauses.length : other).join('');
  const refuses = confirming.refuses(confirming.plainByVoice(utterance.slice(answer.length)));
  const said = readAnswer(answer, hearing);
  const voice = refuses ? false : said;
  return { voice, end: said === null ? 0 : answer.length };
}

/** What words say that only answer. A yes may be in their midst: “I say yes once more.” */
function readAnswer(answer: string, hearing: Hearing): boolean | null {
  const said = answerToRecording(answer, hearing);
  if (said !== null || answer.includes('?')) return said;
  return hearing.confirming.spokenYes.test(hearing.plain(answer)) || null;
}

function onlyAnswers(clause: string, { confirming }: Hearing): boolean {
  return (confirming.plainByVoice(clause).match(/[\p{L}']+/gu) ?? []).every((word) =>
    confirming.answering.test(word),
  );
}

/** The reading of an utterance whose first `end` characters answered us, so that they are no part of a story. */
export function withAnswer({ spans }: UtteranceReading, end: number): UtteranceReading {
  if (!end) return { spans };
  const answer: ActSpan = { ...spanOf({ start: 0, end }, 'tell'), act: 'ANSWERS' };
  const after = spans.filter((span) => span.end > end);
  return { spans: [answer, ...after.map((span) => ({ ...span, start: Math.max(span.start, end) }))] };
}
