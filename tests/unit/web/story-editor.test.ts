import { baseKeymap, chainCommands } from '@tiptap/pm/commands';
import { redo, undo } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { type Command, EditorState, TextSelection } from '@tiptap/pm/state';
import { describe, expect, test } from 'vitest';
import {
  deleteAcross,
  editingPlugins,
  joinAfter,
  joinBefore,
  moveDown,
  moveUp,
  replaceAll,
  toggleQuote,
} from '#web/biography/editing/text/commands.ts';
import {
  documentOf,
  pastedText,
  storySchema,
  stripCopiedSources,
  textOfDocument,
} from '#web/biography/editing/text/document.ts';
import {
  bodyOf,
  type StoredSentence,
  sentencesIn,
  textOf,
  textOfBody,
  withoutSources,
} from '#web/biography/editing/text/story-text.ts';

const stored: StoredSentence[] = [
  {
    paragraph: 0,
    text: 'I walked to the exchange with Mrs. Hathaway.',
    edited: false,
    sources: [{ id: 'a', offsetSeconds: 130 }],
  },
  { paragraph: 0, text: 'They pinched.', edited: false, sources: [{ id: 'b', offsetSeconds: 140 }] },
  { paragraph: 1, text: 'I took the bus.', edited: false, sources: [{ id: 'c', offsetSeconds: 150 }] },
  {
    paragraph: 2,
    text: 'Then the light came on.',
    edited: true,
    sources: [
      { id: 'd', offsetSeconds: 160 },
      { id: 'e', offsetSeconds: 170 },
    ],
  },
  { paragraph: 3, text: 'The market closed in 1971.', edited: false, sources: [] },
];

class Editor {
  state = EditorState.create({ doc: documentOf(textOf(stored)), plugins: editingPlugins() });

  /** Puts the cursor before or after these words, or selects from the first to the second. */
  at(words: string, edge: 'before' | 'after' = 'after'): this {
    const pos = this.find(words) + (edge === 'after' ? words.length : 0);
    this.state = this.state.apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, pos)));
    return this;
  }

  select(from: string, to: string): this {
    const [start, end] = [this.find(from), this.find(to) + to.length];
    this.state = this.state.apply(
      this.state.tr.setSelection(TextSelection.create(this.state.doc, start, end)),
    );
    return this;
  }

  type(words: string): this {
    this.state = this.state.apply(this.state.tr.insertText(words));
    return this;
  }

  paste(slice: Slice): this {
    const own = stripCopiedSources(slice, this.state.doc, new Set(['a', 'b', 'c', 'd', 'e']));
    this.state = this.state.apply(this.state.tr.replaceSelection(own));
    return this;
  }

  cut(): Slice {
    const slice = this.state.selection.content();
    this.state = this.state.apply(this.state.tr.deleteSelection());
    return slice;
  }

  press(command: Command): this {
    command(this.state, (tr) => {
      this.state = this.state.apply(tr);
    });
    return this;
  }

  get text() {
    return textOfDocument(this.state.doc);
  }

  /** Each sentence with its sources and kind. */
  get sentences() {
    return sentencesIn(this.text, stored).map(({ text, sources, kind }) => [text, sources.join(''), kind]);
  }

  private find(words: string): number {
    let found = -1;
    this.state.doc.descendants((node, pos) => {
      if (node.isTextblock && node.textContent.includes(words))
        found = pos + 1 + node.textContent.indexOf(words);
    });
    if (found < 0) throw new Error(`The text has no “${words}”`);
    return found;
  }
}

const enter = baseKeymap.Enter as Command;

describe('A story that is opened', () => {
  test('has the sentences that are stored, with their sources, also where one has an abbreviation', () => {
    expect(new Editor().sentences).toEqual([
      ['I walked to the exchange with Mrs. Hathaway.', 'a', 'told'],
      ['They pinched.', 'b', 'told'],
      ['I took the bus.', 'c', 'told'],
      ['Then the light came on.', 'de', 'edited'],
      ['The market closed in 1971.', '', 'hand'],
    ]);
    expect(textOfDocument(documentOf([]))).toEqual([[]]);
  });
});

describe('Typing', () => {
  test('inside a sentence keeps its source, and shows it as edited', () => {
    expect(new Editor().at('They ').type('really ').sentences[1]).toEqual([
      'They really pinched.',
      'b',
      'edited',
    ]);
  });

  test('at the end of a sentence or between two sentences adds one written by hand', () => {
    const { sentences } = new Editor()
      .at('pinched.')
      .type(' It was hot.')
      .at('I walked', 'before')
      .type('So it was. ');

    expect(sentences.slice(0, 4)).toEqual([
      ['So it was.', '', 'hand'],
      ['I walked to the exchange with Mrs. Hathaway.', 'a', 'told'],
      ['They pinched.', 'b', 'told'],
      ['It was hot.', '', 'hand'],
    ]);
  });

  test('over a told sentence makes it written by hand, even with the same words', () => {
    expect(new Editor().select('They', 'pinched.').type('They pinched.').sentences[1]).toEqual([
      'They pinched.',
      '',
      'hand',
    ]);
  });

  test('a straight quote inserts a typographic one', () => {
    const editor = new Editor().at('1971.').type(' She said ');
    const view = {
      state: editor.state,
      dispatch: (tr: typeof editor.state.tr) => (editor.state = editor.state.apply(tr)),
      composing: false,
    };
    const { from, to } = editor.state.selection;
    const [rules] = editor.state.plugins;
    const isReplaced = rules?.props.handleTextInput?.call(
      rules,
      view as never,
      from,
      to,
      '"',
      () => editor.state.tr,
    );

    expect(isReplaced).toBe(true);
    expect(editor.sentences.at(-1)?.[0]).toBe('She said “');
  });
});

describe('Splitting and joining', () => {
  test('gives both halves of a sentence its source', () => {
    const { sentences } = new Editor().at('to the exchange').type('. I went');

    expect(sentences.slice(0, 2)).toEqual([
      ['I walked to the exchange.', 'a', 'edited'],
      ['I went with Mrs. Hathaway.', 'a', 'edited'],
    ]);
  });

  test('of a paragraph keeps the sources on both sides', () => {
    const { text, sentences } = new Editor().at('to the exchange').press(enter);

    expect(bodyOf(text).split('\n\n')).toHaveLength(5);
    expect(sentences.slice(0, 2)).toEqual([
      ['I walked to the exchange', 'a', 'edited'],
      ['with Mrs. Hathaway.', 'a', 'edited'],
    ]);
  });

  test('of two sentences gives the union of their sources', () => {
    const { sentences } = new Editor().select('. They', '. They').type(', and they');

    expect(sentences[0]).toEqual([
      'I walked to the exchange with Mrs. Hathaway, and they pinched.',
      'ab',
      'edited',
    ]);
  });

  test.each([
    ['Backspace at its beginning', new Editor().at('Then the', 'before').press(joinBefore)],
    ['Delete at the end of the one before', new Editor().at('the bus.').press(joinAfter)],
  ])('of a paragraph by %s puts a space between the words', (_key, editor) => {
    expect(bodyOf(editor.text)).toContain('I took the bus. Then the light came on.');
    expect(editor.sentences.slice(2, 4)).toEqual([
      ['I took the bus.', 'c', 'told'],
      ['Then the light came on.', 'de', 'edited'],
    ]);
    expect(bodyOf(editor.press(undo).text)).toBe(bodyOf(textOf(stored)));
  });

  test('over a deleted selection puts a space between the words, and adds none beside a space', () => {
    expect(bodyOf(new Editor().select(' the bus.', 'Then ').press(deleteAcross).text)).toContain(
      'I took the light',
    );
    expect(bodyOf(new Editor().select('the bus.', 'Then ').press(deleteAcross).text)).toContain(
      'I took the light',
    );
  });

  test('does nothing at the start and the end of the text', () => {
    const before = bodyOf(textOf(stored));

    expect(bodyOf(new Editor().at('I walked', 'before').press(chainCommands(joinBefore, moveUp)).text)).toBe(
      before,
    );
    expect(bodyOf(new Editor().at('1971.').press(chainCommands(joinAfter, moveDown)).text)).toBe(before);
  });
});

describe('Pasting', () => {
  test('words from elsewhere or a copied sentence adds text written by hand', () => {
    const copied = new Editor().select('They', 'pinched.').state.selection.content();
    const { sentences } = new Editor()
      .at('1971.')
      .type(' ')
      .paste(copied)
      .paste(pastedText(' I took\nthe bus.'));

    expect(sentences.slice(-2)).toEqual([
      ['They pinched.', '', 'hand'],
      ['I took the bus.', '', 'hand'],
    ]);
  });

  test('a sentence that was cut keeps its source, because it was moved', () => {
    const editor = new Editor().select('They', 'pinched.');
    const slice = editor.cut();

    expect(editor.at('1971.').type(' ').paste(slice).sentences.at(-1)).toEqual([
      'They pinched.',
      'b',
      'told',
    ]);
  });

  test('words with a source of another story adds text written by hand', () => {
    const foreign = storySchema.text('Buy now.', [storySchema.marks.told.create({ source: 'z' })]);
    const { sentences } = new Editor()
      .at('1971.')
      .type(' ')
      .paste(new Slice(Fragment.from(foreign), 0, 0));

    expect(sentences.at(-1)).toEqual(['Buy now.', '', 'hand']);
  });

  test('several paragraphs keeps them apart, and one line starts no new paragraph', () => {
    expect(bodyOf(new Editor().at('1971.').paste(pastedText(' One.\r\n\r\nTwo.')).text)).toMatch(
      /1971\. One\.\n\nTwo\.$/,
    );
    expect(bodyOf(new Editor().at('1971.').paste(pastedText('')).text)).toMatch(/1971\.$/);
  });
});

describe('Undo', () => {
  test('restores the words and their sources exactly, and redo repeats', () => {
    const editor = new Editor();
    const before = editor.state.doc;
    editor.select('They', 'pinched.').type('Nothing');
    const after = editor.state.doc;

    expect(editor.press(undo).state.doc.eq(before)).toBe(true);
    expect(editor.press(redo).state.doc.eq(after)).toBe(true);
  });

  test('brings back a text that was replaced as a whole', () => {
    const editor = new Editor();
    const before = editor.state.doc;
    editor.press((state, dispatch) => {
      dispatch?.(replaceAll(state, documentOf(textOfBody('One.\n\nTwo.'))));
      return true;
    });

    expect(bodyOf(editor.text)).toBe('One.\n\nTwo.');
    expect(editor.press(undo).state.doc.eq(before)).toBe(true);
  });
});

describe('A paragraph', () => {
  test('moved by keys keeps its words and sources', () => {
    const editor = new Editor().at('the bus.').press(moveUp);

    expect(editor.sentences.map(([, sources]) => sources)).toEqual(['c', 'a', 'b', 'de', '']);
    expect(editor.type('!').sentences[0]?.[0]).toBe('I took the bus.!');
    expect(
      editor
        .press(undo)
        .press(moveDown)
        .press(moveDown)
        .sentences.map(([, sources]) => sources),
    ).toEqual(['a', 'b', 'de', '', 'c']);
  });
});

describe('A quotation', () => {
  const quotes = (editor: Editor) => editor.text.map((runs) => runs.some(({ quoted }) => quoted));

  test('is made and taken back without a change of words or sources, and opens as it was stored', () => {
    const editor = new Editor();
    const before = editor.sentences;
    editor.select('I took the bus.', 'came on.').press(toggleQuote);

    expect(quotes(editor)).toEqual([false, true, true, false]);
    expect(editor.sentences).toEqual(before);
    expect(textOfDocument(documentOf(editor.text))).toEqual(editor.text);
    expect(quotes(editor.press(toggleQuote))).toEqual([false, false, false, false]);
    expect(quotes(editor.press(undo))).toEqual([false, true, true, false]);
  });

  test('that is split stays one on both sides; a paragraph begun after its end is plain', () => {
    const editor = new Editor().at('I took').press(toggleQuote).press(enter);
    expect(quotes(editor)).toEqual([false, true, true, false, false]);
    expect(quotes(editor.at('the bus.').press(enter).type('Then.'))).toEqual([
      ...[false, true, true, false, false, false],
    ]);
  });

  test('is pasted as one', () => {
    const dom = storySchema.node('doc', null, [
      storySchema.node('paragraph', { quoted: true }, [storySchema.text('Come in.')]),
    ]);
    const editor = new Editor()
      .at('in 1971.')
      .press(enter)
      .paste(new Slice(dom.content, 0, 0));
    expect(editor.text.find((runs) => runs[0]?.text === 'Come in.')?.[0]?.quoted).toBe(true);
  });
});

test('Words whose source was removed are written by hand', () => {
  expect(sentencesIn(withoutSources(textOf(stored), ['b', 'd']), stored).map(({ kind }) => kind)).toEqual([
    'told',
    'hand',
    'told',
    'edited',
    'hand',
  ]);
});
