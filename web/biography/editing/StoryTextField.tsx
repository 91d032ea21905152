import { EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './edit.module.css';
import { editingPlugins, isInQuote, replaceAll, toggleQuote } from './text/commands.ts';
import { documentOf, pastedText, stripCopiedSources, textOfDocument } from './text/document.ts';
import { marking, minuteOf, sentenceAtCursor, storedChanged } from './text/marking.ts';
import type { StoredSentence, StoryText, TextSentence } from './text/story-text.ts';

const fromOutside = 'from outside';

/** The editor of a story's text. Sentences keep their sources when they are typed into, split and joined. */
export function StoryTextField({
  id,
  value,
  onChange,
  stored,
  describedBy,
  invalid,
}: {
  id: string;
  value: StoryText;
  onChange: (value: StoryText) => void;
  /** The sentences as saved. */
  stored: readonly StoredSentence[];
  describedBy: string;
  invalid: boolean;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const shown = useRef(value);
  const latest = useRef({ stored, onChange });
  const [sentence, setSentence] = useState<TextSentence | null>(null);
  const [inQuote, setInQuote] = useState(false);

  useEffect(() => {
    if (!host.current) return;
    const state = EditorState.create({
      doc: documentOf(shown.current),
      plugins: [
        ...editingPlugins(),
        marking(() => latest.current.stored, {
          spoken: styles.spoken,
          byHand: styles.byHand,
          hand: styles.hand,
          edited: styles.edited,
          empty: styles.empty,
        }),
      ],
    });
    const editor = new EditorView(host.current, {
      state,
      dispatchTransaction(tr) {
        const next = editor.state.apply(tr);
        editor.updateState(next);
        if (tr.docChanged && !tr.getMeta(fromOutside)) {
          shown.current = textOfDocument(next.doc);
          latest.current.onChange(shown.current);
        }
        setSentence(editor.hasFocus() ? sentenceAtCursor(next) : null);
        setInQuote(isInQuote(next));
      },
      handleDOMEvents: {
        focus: (of) => setSentence(sentenceAtCursor(of.state)),
        blur: () => setSentence(null),
      },
      transformPasted(slice, of) {
        const ids = latest.current.stored.flatMap(({ sources }) => sources.map((source) => source.id));
        return stripCopiedSources(slice, of.state.doc, new Set(ids));
      },
      transformPastedHTML: (html) => html.replace(/<br\s*\/?>/gi, ' '),
      clipboardTextParser: pastedText,
      clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n\n'),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.setProps({
      attributes: {
        id,
        class: styles.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Text',
        'aria-describedby': describedBy,
        spellcheck: 'true',
        ...(invalid && { 'aria-invalid': 'true' }),
      },
    });
  }, [id, describedBy, invalid]);

  useEffect(() => {
    const isNew = latest.current.stored !== stored;
    latest.current = { stored, onChange };
    if (isNew) view.current?.dispatch(view.current.state.tr.setMeta(storedChanged, true));
  }, [stored, onChange]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || value === shown.current) return;
    shown.current = value;
    editor.dispatch(replaceAll(editor.state, documentOf(value)).setMeta(fromOutside, true));
  }, [value]);

  function changeQuote() {
    const editor = view.current;
    if (!editor) return;
    toggleQuote(editor.state, editor.dispatch);
    editor.focus();
  }

  return (
    <>
      <p className={styles.tools}>
        {/* The field keeps its focus and its selection while the button is pressed. */}
        <Button look="text" small onMouseDown={(event) => event.preventDefault()} onClick={changeQuote}>
          {inQuote ? 'Make it plain text' : 'Make it a quote'}
        </Button>
      </p>
      <div className={`told ${styles.manuscript}`} ref={host} />
      <p className={`note ${styles.place}`} role="status">
        {sentence && inWords(sentence, stored)}
      </p>
    </>
  );
}

function inWords(sentence: TextSentence, stored: readonly StoredSentence[]): string {
  if (sentence.kind === 'hand') return 'This sentence is written by hand.';
  const minute = minuteOf(sentence, stored);
  const said = minute === 'said' ? 'This sentence was said' : `This sentence was said at ${minute}`;
  return sentence.kind === 'told' ? `${said}.` : `${said}, and its words were changed.`;
}
