import { type ActSpan, spanOf } from './act-spans.ts';
import { anyOf, BESIDES, columnsOf, marginOf } from './label-chances.ts';
import { type Act, LABELS } from './labels.ts';
import type { TaggedStretch, TaggedTurn } from './turn-tagger/tagged-turn.ts';
import type { Tag } from './turn-tagger/tagger.ts';

/** Stretches below this sureness need at least this log ratio of the act to telling, in their words by themselves. */
type Margin = { below: number; least: number };

/**
 * How sure a stretch must be: from `asksFrom` on, the person is asked about it; from `countsFrom` on, it is acted on. The less
 * sure it is, the more its words must say by themselves. Set on ordinary telling, as the bars in `reader.ts`.
 */
type StretchBar = { columns: number[]; asksFrom?: number; countsFrom?: number; margins?: Margin[] };

const STRETCH_BARS: Partial<Record<Tag, StretchBar>> = {
  BESIDE: {
    columns: BESIDES,
    countsFrom: 3,
    margins: [
      { below: 13, least: 0 },
      { below: 30, least: -0.5 },
      { below: Number.POSITIVE_INFINITY, least: -1 },
    ],
  },
  WISH: {
    columns: columnsOf('PRIVACY', 'AUDIENCE', 'DELETION'),
    asksFrom: 10,
    countsFrom: 22,
    margins: [
      { below: 22, least: 0 },
      { below: 60, least: -0.5 },
      { below: Number.POSITIVE_INFINITY, least: -1.5 },
    ],
  },
  DANGER: {
    columns: columnsOf('DISTRESS'),
    asksFrom: 10,
    margins: [{ below: Number.POSITIVE_INFINITY, least: -2 }],
  },
  WITHDRAWAL: { columns: columnsOf('WITHDRAWS'), asksFrom: 20 },
};

/** From this sureness on, words beside the story may begin or end in the middle of a punctuated clause. */
const SURE_OF_EDGES = 30;

/** A wish that begins or ends in the middle of one has at least this log ratio: most such stretches are only told. */
const CUT_WISH = -0.5;

/** The act of a stretch, from the chances of the labels for its words; null if it stays in the story. */
export function spanOfStretch(stretch: TaggedStretch, chances: Float32Array): ActSpan | null {
  const { tag, sureness, cutsClause } = stretch;
  const bar = STRETCH_BARS[tag];
  if (!bar) return null;
  const { asksFrom = Number.POSITIVE_INFINITY, countsFrom = Number.POSITIVE_INFINITY } = bar;
  if (sureness < Math.min(asksFrom, countsFrom)) return null;
  if (tag === 'BESIDE' && cutsClause && sureness < SURE_OF_EDGES) return null;
  const likeliest = anyOf(chances, bar.columns);
  const { least = Number.NEGATIVE_INFINITY } = bar.margins?.find(({ below }) => sureness < below) ?? {};
  const margin = marginOf(likeliest.chance, chances);
  if (margin < least || (tag === 'WISH' && cutsClause && margin < CUT_WISH)) return null;
  if (tag === 'BESIDE') return spanOf(stretch, 'aside-room');
  return { ...spanOf(stretch, LABELS[likeliest.column] ?? 'meta'), doubtful: sureness < countsFrom };
}

/**
 * Chances of a tag among the words of a span. A clear span becomes telling below `dropsBelow` and doubtful below
 * `doubtsBelow`. A doubtful one becomes telling below `keepsFrom`, and clear from `settlesFrom` on.
 */
type SpanBar = { dropsBelow: number; doubtsBelow: number; keepsFrom: number; settlesFrom: number };

const SPAN_BARS = {
  WISH: { dropsBelow: 0.05, doubtsBelow: 0.2, keepsFrom: 0.1, settlesFrom: 0.6 },
  DANGER: { dropsBelow: 0, doubtsBelow: 0.03, keepsFrom: 0.08, settlesFrom: 0.8 },
  WITHDRAWAL: { dropsBelow: 0, doubtsBelow: 0.07, keepsFrom: 0.1, settlesFrom: 0.9 },
  BESIDE: { dropsBelow: 0.05, doubtsBelow: 0, keepsFrom: 0.15, settlesFrom: Number.POSITIVE_INFINITY },
} satisfies Partial<Record<Tag, SpanBar>>;

const TAG_OF: Partial<Record<Act, keyof typeof SPAN_BARS>> = {
  ...{ PRIVACY: 'WISH', AUDIENCE: 'WISH', DELETION: 'WISH', DISTRESS: 'DANGER', WITHDRAWS: 'WITHDRAWAL' },
  ...{ ASIDE: 'BESIDE', ASKS: 'BESIDE', INSTRUCTS: 'BESIDE', CLOSES: 'BESIDE' },
};

/** How clear words are by themselves: beyond doubt, likely a danger, or neither. */
export type Clarity = 'UNMISTAKABLE' | 'LIKELY_DANGER' | 'UNCLEAR';

/**
 * A span as the whole turn makes it: a doubt that nothing around supports is dropped, one with much support is settled, and a clear
 * act without support becomes doubtful or is told, unless its words leave no doubt by themselves.
 */
export function weighByTags(span: ActSpan, tagged: TaggedTurn, clarity: () => Clarity): ActSpan {
  // “Pero los mensajes sí”, beside a consent that is taken back, is found by its words alone.
  const tag = span.label === 'permit' ? undefined : TAG_OF[span.act];
  const chance = tag ? tagged.mostOf(tag, span) : null;
  if (!tag || chance === null) return span;
  const { dropsBelow, doubtsBelow, keepsFrom, settlesFrom } = SPAN_BARS[tag];
  if (span.doubtful) {
    const stays = chance >= keepsFrom || (span.act === 'DISTRESS' && clarity() !== 'UNCLEAR');
    return stays ? { ...span, doubtful: chance < settlesFrom } : spanOf(span, 'tell');
  }
  if (chance >= Math.max(dropsBelow, doubtsBelow) || clarity() === 'UNMISTAKABLE') return span;
  return chance < dropsBelow ? spanOf(span, 'tell') : { ...span, doubtful: true };
}
