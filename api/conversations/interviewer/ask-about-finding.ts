import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import type { Language } from '#api/language/languages.ts';
import type { Ask } from './interviewer.ts';
import { speechOf } from './speech-of.ts';
import { wordCount } from './words.ts';

/** A question about a finding of the writer. Null when it doesn't fit the word limit or must not be asked. */
export function askAboutFinding(
  finding: OpenFinding,
  maxWords: number,
  language: Language = 'en',
): Ask | null {
  const texts = speechOf(language).findingTexts(finding);
  const text = texts.find((each) => wordCount(each) <= maxWords);
  if (!text) return null;
  return { text, from: 'FINDING', questionKey: finding.key, requestId: null, chapter: null, lead: null };
}
