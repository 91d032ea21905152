import { fillTemplate } from '#api/language/fill-template.ts';
import { templateNames } from './template-variables.ts';
import { annoys } from './turn.ts';
import { MAX_WORDS, wordCount } from './words.ts';

/** The reason why a text can't be the first message of a conversation, for any subject; null when it can. */
export function allowsFirstMessage(template: string): string | null {
  const filled = fillTemplate(template, Object.fromEntries(templateNames.map((name) => [name, 'Ann'])));
  if (wordCount(filled) > MAX_WORDS) return `must have at most ${MAX_WORDS} words`;
  if ((filled.match(/\?/g)?.length ?? 0) > 1) return 'must ask one question at most';
  if (annoys(filled)) return 'must not test or rank memories';
  return null;
}
