import type { Language } from '#api/language/languages.ts';
import { askedSentences, isRepeated } from './asked.ts';
import type { TurnRequest } from './request.ts';
import { speechOf } from './speech-of.ts';
import { endsAbbreviated, MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/** Whether a question ranks memories or tests them. */
export function annoys(text: string, language: Language = 'en'): boolean {
  const { says } = speechOf(language);
  return sentencesOf(text).some((sentence) => sentence.includes('?') && says.annoys(sentence));
}

/** Turns are never nearly this long; text beyond it is ignored. */
const MOST_READ = 2_000;

function clean(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/^\s*(?:evertold|interviewer|assistant)\s*:\s*/i, '')
    .replace(/[*_#`~]+/g, '')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cuts a sentence that is too long after the last clause that fits, so that it still ends as a sentence. */
function clauseWithin(sentence: string, room: number): string | null {
  const clauses = sentence.split(/(?<=[,;:—–])\s+/);
  const mark = sentence.endsWith('?') ? '?' : '.';
  for (let count = clauses.length - 1; count > 0; count--) {
    const part = clauses
      .slice(0, count)
      .join(' ')
      .replace(/[,;:—–\s]+$/u, '');
    if (wordCount(part) <= room && wordCount(part) >= 4) return `${part}${mark}`;
  }
  return null;
}

/**
 * Makes a back end's text fit to be said: whole sentences, at most 25 words, at most one question, and that
 * one last. Null when nothing is left.
 */
export function fitTurn(text: string): string | null {
  const fitSentences: string[] = [];
  let size = 0;
  for (const sentence of sentencesOf(clean(text))) {
    const room = MAX_WORDS - size;
    const fits =
      wordCount(sentence) <= room
        ? sentence
        : fitSentences.length === 0
          ? clauseWithin(sentence, room)
          : null;
    if (!fits || !/[.!?…]["”’')\]]*$/u.test(fits)) break;
    fitSentences.push(fits);
    size += wordCount(fits);
    if (fits.includes('?') || fits !== sentence) break;
  }
  const whole = fitSentences.join(' ');
  // Two questions in one sentence are too many as well.
  if ((whole.match(/\?/g)?.length ?? 0) > 1) return `${whole.slice(0, whole.indexOf('?') + 1)}`;
  return wordCount(whole) > 0 ? whole : null;
}

/** The turn if it may be spoken, or null when the built-in interviewer should speak instead. */
export function allowTurn(
  text: string,
  request: Pick<TurnRequest, 'told' | 'history'> & { subject: Pick<TurnRequest['subject'], 'language'> },
  mustAsk: boolean,
): string | null {
  const closed = /[.!?…]["”’')\]]*\s*$/u.test(text) ? text : `${text.trimEnd()}.`;
  const fit = fitTurn(closed);
  const { language } = request.subject;
  if (!fit || annoys(fit, language)) return null;
  if (fit.includes('?') && isRepeated(fit, askedSentences(request))) return null;
  return mustAsk && !fit.includes('?') && !speechOf(language).says.invites(fit) ? null : fit;
}

const brackets = [
  ['“', '”'],
  ['«', '»'],
  ['(', ')'],
] as const;

/**
 * Whether a growing text ends with a whole sentence though nothing follows yet: its mark is not the dot of an
 * abbreviation, of a number or of “…”, and stands in no quotation that goes on.
 */
function endsWhole(text: string): boolean {
  const end = text.trimEnd();
  if (!/[^.…][.!?]["”’')\]]*$/u.test(end) || endsAbbreviated(end) || /\d\.$/.test(end)) return false;
  const count = (mark: string) => end.split(mark).length - 1;
  return count('"') % 2 === 0 && brackets.every(([open, close]) => count(open) === count(close));
}

/**
 * Passes on a growing text within the limits: whole sentences, each time the whole text so far. Ends when
 * nothing more may be added; rethrows the source's errors.
 */
export async function* withinLimits(
  chunks: AsyncIterable<string>,
  language: Language = 'en',
): AsyncGenerator<string> {
  let raw = '';
  let shown = '';
  for await (const chunk of chunks) {
    raw += chunk;
    const before = raw.match(/^.*[.!?…]["”’')\]]*(?=\s+\S)/su)?.[0];
    const complete = endsWhole(raw) ? raw : before;
    const fit = complete ? fitTurn(complete) : null;
    if (fit && fit !== shown && !annoys(fit, language)) {
      shown = fit;
      yield shown;
    }
    // Nothing is said after a question. When nothing follows it, the source is read to its end, where it tells its cost.
    const isAsked = shown.includes('?') && before?.includes('?');
    if (isAsked || raw.length > MOST_READ || wordCount(raw) > MAX_WORDS * 3) return;
  }
  const fit = fitTurn(/[.!?…]["”’')\]]*\s*$/u.test(raw) ? raw : `${raw.trimEnd()}.`);
  if (fit && fit !== shown) yield fit;
}
