import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { clock } from '#web/conversations/call-times.ts';
import { textOfDocument } from './document.ts';
import { type StoredSentence, sentencesIn, type TextSentence } from './story-text.ts';

interface Marks {
  sentences: readonly TextSentence[];
  decorations: DecorationSet;
}

interface Looks {
  /** The class of a paragraph with words that were said, and of one by hand. */
  spoken: string | undefined;
  byHand: string | undefined;
  /** The classes of the words of a sentence. */
  hand: string | undefined;
  edited: string | undefined;
  empty: string | undefined;
}

const key = new PluginKey<Marks>('marking');
/** A transaction with this meta reads the stored sentences again. */
export const storedChanged = 'stored sentences changed';

/** Shows which sentences rest on what was said, which of those were edited, and which are by hand. */
export function marking(stored: () => readonly StoredSentence[], looks: Looks): Plugin<Marks> {
  const read = (state: EditorState): Marks => {
    const sentences = sentencesIn(textOfDocument(state.doc), stored());
    return {
      sentences,
      decorations: DecorationSet.create(state.doc, decorate(state, sentences, stored(), looks)),
    };
  };
  return new Plugin({
    key,
    state: {
      init: (_config, state) => read(state),
      apply: (tr, before, _old, state) => (tr.docChanged || tr.getMeta(storedChanged) ? read(state) : before),
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
  });
}

function decorate(
  { doc }: EditorState,
  sentences: readonly TextSentence[],
  stored: readonly StoredSentence[],
  looks: Looks,
): Decoration[] {
  const found: Decoration[] = [];
  doc.forEach((paragraph, pos, index) => {
    const end = pos + paragraph.nodeSize;
    const own = sentences.filter((sentence) => sentence.paragraph === index);
    if (!own.length) {
      if (looks.empty && doc.childCount === 1) found.push(Decoration.node(pos, end, { class: looks.empty }));
      return;
    }
    const told = own.find(({ kind }) => kind !== 'hand');
    found.push(
      Decoration.node(pos, end, {
        class: (told ? looks.spoken : looks.byHand) ?? '',
        'data-mark': told ? minuteOf(told, stored) : 'by hand',
      }),
    );
    for (const { kind, start, end } of own) {
      const look = kind === 'told' ? undefined : looks[kind];
      if (look) found.push(Decoration.inline(pos + 1 + start, pos + 1 + end, { class: look }));
    }
  });
  return found;
}

/** The minute in the conversation, or "said" if it is not known. The last entry of a repeated source counts. */
export function minuteOf(
  { sources }: Pick<TextSentence, 'sources'>,
  stored: readonly StoredSentence[],
): string {
  const source = stored.flatMap((each) => each.sources).findLast(({ id }) => id === sources[0]);
  return source?.offsetSeconds == null ? 'said' : clock(source.offsetSeconds);
}

/** The sentence at the cursor, if any. */
export function sentenceAtCursor(state: EditorState): TextSentence | null {
  const { $head } = state.selection;
  const [paragraph, at] = [$head.index(0), $head.parentOffset];
  return (
    key
      .getState(state)
      ?.sentences.find((each) => each.paragraph === paragraph && each.start <= at && at <= each.end) ?? null
  );
}
