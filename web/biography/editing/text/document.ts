import { Fragment, type Node, Schema, Slice } from '@tiptap/pm/model';
import { asQuote, isQuote, type StoryText, type TextRun } from './story-text.ts';

/**
 * A story is paragraphs of text, some of them quotations. The sources are marks on the characters, so that they survive typing, splitting,
 * joining and undo: a sentence has the sources of its characters. The mark isn't inclusive, so text typed at its edge
 * has no source.
 */
export const storySchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'text*',
      attrs: { quoted: { default: false, validate: 'boolean' } },
      parseDOM: [
        { tag: 'blockquote p', attrs: { quoted: true } },
        { tag: 'p' },
        { tag: 'blockquote', getAttrs: (quote) => (quote.querySelector('p') ? false : { quoted: true }) },
      ],
      toDOM: ({ attrs }) => [attrs.quoted ? 'blockquote' : 'p', 0],
    },
    text: {},
  },
  marks: {
    told: {
      attrs: { source: { validate: 'string' } },
      inclusive: false,
      excludes: '',
      parseDOM: [
        { tag: 'span[data-told]', getAttrs: (span) => ({ source: span.getAttribute('data-told') }) },
      ],
      toDOM: ({ attrs }) => ['span', { 'data-told': attrs.source }, 0],
    },
  },
});

export const toldMark = storySchema.marks.told;
const paragraphType = storySchema.nodes.paragraph;

/** The document of a text; an empty text is one empty paragraph. */
export function documentOf(text: StoryText): Node {
  const paragraphs = text.map((runs) =>
    paragraphType.create({ quoted: isQuote(runs) }, runs.filter((run) => run.text).map(nodeOf)),
  );
  return storySchema.node('doc', null, paragraphs.length ? paragraphs : [paragraphType.create()]);
}

function nodeOf({ text, sources }: TextRun): Node {
  return storySchema.text(
    text,
    sources.map((source) => toldMark.create({ source })),
  );
}

/** The text of a document. Empty paragraphs are kept, so that a draft opens as it was left. */
export function textOfDocument(doc: Node): StoryText {
  return doc.children.map(runsOf);
}

const known = new WeakMap<Node, readonly TextRun[]>();

/** The runs of one paragraph. Unchanged paragraphs are not read again. */
export function runsOf(paragraph: Node): readonly TextRun[] {
  const before = known.get(paragraph);
  if (before) return before;
  const runs = asQuote(
    paragraph.attrs.quoted === true,
    paragraph.children.map((node) => ({ text: node.text ?? '', sources: sourcesOf(node) })),
  );
  known.set(paragraph, runs);
  return runs;
}

function sourcesOf(node: Node): string[] {
  return node.marks.filter(({ type }) => type === toldMark).map(({ attrs }) => String(attrs.source));
}

/**
 * Removes the sources from pasted text, except those of this story that the document no longer has: that text was cut
 * and is being moved.
 */
export function stripCopiedSources(slice: Slice, doc: Node, ofThisStory: ReadonlySet<string>): Slice {
  const present = new Set(
    doc.children.flatMap((paragraph) => runsOf(paragraph).flatMap(({ sources }) => sources)),
  );
  const isMoved = (source: string) => ofThisStory.has(source) && !present.has(source);
  const strip = (fragment: Fragment): Fragment =>
    Fragment.from(
      fragment.content.map((node) =>
        node.isText
          ? node.mark(node.marks.filter((mark) => isMoved(String(mark.attrs.source))))
          : node.copy(strip(node.content)),
      ),
    );
  return new Slice(strip(slice.content), slice.openStart, slice.openEnd);
}

/** Pasted plain text: a line break becomes a space, an empty line starts a paragraph. */
export function pastedText(text: string): Slice {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' '))
    .filter((paragraph, _at, all) => all.length === 1 || paragraph.trim());
  const nodes = paragraphs.map((words) => paragraphType.create(null, words ? storySchema.text(words) : null));
  return new Slice(Fragment.from(nodes), 1, 1);
}
