import { wordDiff } from './word-diff.ts';

/** What became of a text, word by word: struck is gone, underlined is new. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after).map(({ kind, text, at }) => {
    if (kind === 'added') return <ins key={at}>{text}</ins>;
    if (kind === 'removed') return <del key={at}>{text}</del>;
    return <span key={at}>{text}</span>;
  });
}
