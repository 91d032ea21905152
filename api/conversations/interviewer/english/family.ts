import type { FamilySpeech } from '../speech.ts';

const ASKS = '(?:how|what|who|where|when|why|which|did|do|was|were|is|are|have|had|could|would|can|will)';

/** “When you were at the mill” asks nothing, “when did you start” does. */
const ASKING = new RegExp(
  `(?:^|[,;–—] )(?!when (?!(?:did|do|was|were|is|are|had|have|will|would)\\b))${ASKS}\\b`,
  'iu',
);

const BESIDES = new RegExp(`(?:[,;–—]\\s*(?:(?:and|or|but) )?|\\s+(?:and|or) )(?=${ASKS} )`, 'giu');

function withoutMemoryTests(text: string): string {
  return text
    .replace(
      /^\s*(?:do|can|could) you (?:still )?(?:remember|recall) (?=(?:the|a|an|your|our|my|that|when|how|what|who|where|any)\b)/i,
      'tell us about ',
    )
    .replace(/\btell us about (when|how|what|who|where)\b/i, 'tell us $1')
    .replace(
      /\b(?:your|the) (?:(?:very|all-time) )?(?:favou?rite|fondest|best-loved) (\p{L}+)/giu,
      'a $1 you love',
    )
    .replace(/^(tell us[^?]*)\?\s*$/i, '$1.')
    .trim();
}

/** The way in which a long English question can be shortened. */
export const englishParts: FamilySpeech['shorter'][number] = {
  besides: BESIDES,
  joins: /^(?:and|so|but) /i,
  asking: ASKING,
};

export const englishFamily: Omit<FamilySpeech, 'announcement'> = {
  withoutMemoryTests,
  leadFor: ({ askedBy, isAgain }) =>
    isAgain ? `${askedBy} would still like to know.` : `This question comes from ${askedBy}.`,
  begins: (askedBy, words) => `${askedBy || 'Someone'} asks about this: ${words}…`,
  keepsake: ({ thing, addedBy }) => ({
    before: `There is a ${thing} ${addedBy} added:`,
    after: 'Tell me about it.',
  }),
  shorter: [englishParts],
};
