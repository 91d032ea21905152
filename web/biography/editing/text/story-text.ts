/** Characters with the ids of the sources that they rest on; none where they were typed by hand. */
export interface TextRun {
  text: string;
  sources: readonly string[];
  /** Whether its paragraph is a quotation; the same for all runs of a paragraph. */
  quoted?: boolean;
}

/** A story's text as plain data: paragraphs of runs. */
export type StoryText = readonly (readonly TextRun[])[];

/** A sentence as the API returns it. */
export interface StoredSentence {
  paragraph: number;
  text: string;
  edited: boolean;
  quoted?: boolean;
  sources: readonly { id: string; offsetSeconds: number | null }[];
}

/** A sentence of a text that is being written. */
export interface TextSentence {
  paragraph: number;
  /** The position in its paragraph, in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  quoted: boolean;
  sources: string[];
  /** `told`: in words that were said; `edited`: its words were changed; `hand`: written by hand. */
  kind: 'told' | 'edited' | 'hand';
}

/** The text of stored sentences: each keeps its sources, and the spaces between them have none. */
export function textOf(
  sentences: readonly Pick<StoredSentence, 'paragraph' | 'text' | 'sources' | 'quoted'>[],
): StoryText {
  return [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()].map((own) =>
    asQuote(
      own.some(({ quoted }) => quoted),
      own.flatMap(({ text, sources }, at): TextRun[] => [
        ...(at > 0 ? [{ text: ' ', sources: [] }] : []),
        { text, sources: sources.map(({ id }) => id) },
      ]),
    ),
  );
}

/** The runs of a paragraph that is a quotation, or is none. */
export function asQuote(isQuote: boolean, runs: readonly TextRun[]): TextRun[] {
  return runs.map(({ text, sources }) => ({ text, sources, ...(isQuote && { quoted: true }) }));
}

/** Whether a paragraph is a quotation. */
export function isQuote(runs: readonly TextRun[]): boolean {
  return runs.some(({ quoted }) => quoted);
}

/** The told sentences of a draft's base text, in the form of stored sentences. */
export function storedIn(text: StoryText): StoredSentence[] {
  return text.flatMap((runs, paragraph) =>
    runs.flatMap(({ text: words, sources }) =>
      sources.length > 0
        ? {
            paragraph,
            text: words,
            edited: false,
            sources: sources.map((id) => ({ id, offsetSeconds: null })),
          }
        : [],
    ),
  );
}

/** The text of a plain body, all by hand. An empty line separates paragraphs. */
export function textOfBody(body: string): StoryText {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((text) => [{ text, sources: [] }]);
}

/** The words of a paragraph. */
export function wordsOf(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join('');
}

/** The text as the API takes it in `body`: an empty line separates paragraphs. */
export function bodyOf(text: StoryText): string {
  return text
    .map((runs) => wordsOf(runs).replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}

/** The text without these sources; its words stay. */
export function withoutSources(text: StoryText, gone: readonly string[]): StoryText {
  return text.map((runs) =>
    runs.map((run) => ({ ...run, sources: run.sources.filter((id) => !gone.includes(id)) })),
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** Words and initials after which a full stop ends no sentence. */
const open =
  /(?:^|[\s(“"])(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Sr|Jr|Mt|Ft|Capt|Col|Gen|Lt|Sgt|Gov|Hon|Sra|Dra|Ud|Uds|\p{Lu})\.\s*$/u;

/**
 * Splits a text into sentences. A stored sentence stays whole; other text is split by punctuation. A sentence has all
 * sources of its characters.
 */
export function sentencesIn(text: StoryText, stored: readonly StoredSentence[]): TextSentence[] {
  const bySource = new Map(stored.flatMap((sentence) => sentence.sources.map(({ id }) => [id, sentence])));
  return text.flatMap((runs, paragraph) => sentencesOf(runs, paragraph, bySource));
}

function sentencesOf(
  runs: readonly TextRun[],
  paragraph: number,
  bySource: ReadonlyMap<string, StoredSentence>,
): TextSentence[] {
  const words = wordsOf(runs);
  const ends = sentenceEnds(words);
  const placed: (TextRun & { start: number; end: number })[] = [];
  for (const run of runs) {
    const start = placed.at(-1)?.end ?? 0;
    placed.push({ ...run, start, end: start + run.text.length });
  }
  const found: TextSentence[] = [];
  for (let at = 0; at < words.length; ) {
    if (/\s/.test(words[at] ?? '')) {
      at++;
      continue;
    }
    const here = placed.find(({ start, end }) => start <= at && at < end);
    const wholes = (here?.sources ?? [])
      .map((id) => bySource.get(id)?.text ?? '')
      .filter(
        (whole) => whole && words.startsWith(whole, at) && /^(\s|$)/.test(words.slice(at + whole.length)),
      );
    const end = wholes.length
      ? at + Math.max(...wholes.map(({ length }) => length))
      : (ends.find((each) => each > at) ?? words.length);
    const sentence = words.slice(at, end).trimEnd();
    const until = at + sentence.length;
    const sources = [
      ...new Set(placed.filter((run) => run.start < until && run.end > at).flatMap((run) => run.sources)),
    ];
    found.push({
      paragraph,
      start: at,
      end: until,
      text: sentence,
      quoted: isQuote(runs),
      sources,
      kind: kindOf(sentence, sources, bySource),
    });
    at = end;
  }
  return found;
}

function kindOf(
  text: string,
  sources: readonly string[],
  bySource: ReadonlyMap<string, StoredSentence>,
): TextSentence['kind'] {
  const [first] = sources;
  if (first === undefined) return 'hand';
  const stored = bySource.get(first);
  const isWhole =
    stored?.text === text &&
    stored.sources.length === sources.length &&
    stored.sources.every(({ id }) => sources.includes(id));
  return isWhole && !stored.edited ? 'told' : 'edited';
}

/** The ends of the sentences, with the spaces after them. */
function sentenceEnds(words: string): number[] {
  const ends: number[] = [];
  let from = 0;
  for (const { index, segment } of segmenter.segment(words)) {
    const end = index + segment.length;
    if (open.test(words.slice(from, end)) && end < words.length) continue;
    ends.push(end);
    from = end;
  }
  return ends;
}

/** Whether two texts have the same words with the same sources. Empty paragraphs don't count. */
export function isSameText(one: StoryText, other: StoryText): boolean {
  return one === other || JSON.stringify(plainly(one)) === JSON.stringify(plainly(other));
}

function plainly(text: StoryText): TextRun[][] {
  return text
    .map((runs) => {
      const joined: TextRun[] = [];
      for (const { text: words, sources } of runs) {
        const last = joined.at(-1);
        if (last && String(last.sources) === String(sources)) last.text += words;
        else if (words) joined.push({ text: words, sources });
      }
      return asQuote(isQuote(runs), joined);
    })
    .filter((runs) => runs.length > 0);
}
