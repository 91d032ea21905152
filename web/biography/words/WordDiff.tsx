import { type PlacedStretch, wordDiff } from './word-diff.ts';

/**
 * The changes of a text, word by word: removed words are struck through, added ones underlined. `brief` leaves out
 * unchanged parts.
 */
export function WordDiff({ before, after, brief }: { before: string; after: string; brief?: boolean }) {
  const all = wordDiff(before, after);
  if (brief && all.every(({ kind }) => kind === 'same'))
    return <span className="quiet">Nothing changed.</span>;
  return (brief ? changedParagraphs(all) : all).map(({ kind, text, at }) => {
    if (kind === 'same') return <span key={at}>{text}</span>;
    const [, words = text, space = ''] = /^([\s\S]*?)(\s*)$/.exec(text) ?? [];
    return (
      <span key={at}>
        {kind === 'added' ? <ins>{words}</ins> : <del>{words}</del>}
        {space}
      </span>
    );
  });
}

/** Leaves out the paragraphs without changes. */
function changedParagraphs(stretches: readonly PlacedStretch[]): PlacedStretch[] {
  return stretches.map((stretch, i) => {
    const paragraphs = stretch.text.split(/\n\n+/);
    if (stretch.kind !== 'same' || paragraphs.length < 2) return stretch;
    const first = i === 0 ? '' : `${paragraphs[0]}\n\n`;
    const last = i === stretches.length - 1 ? '' : paragraphs.at(-1);
    return { ...stretch, text: `${first}${last}` };
  });
}
