import type { Language } from '#api/language/languages.ts';
import { type ActSpan, addSpan, spanOf, type UtteranceReading } from './act-spans.ts';
import { readingLanguage } from './choose-language.ts';
import { type Classifier, classifier } from './classifier.ts';
import { anyOf, BESIDES, columnsOf, marginOf, TELL, UNKNOWN } from './label-chances.ts';
import { ACT_OF, type Act, columnOf, LABELS, type Label } from './labels.ts';
import { quotationsIn } from './quotations.ts';
import type { ReadingLanguage, SentenceRules } from './reading-language.ts';
import { type Segment, type SegmentedSentence, segmentUtterance } from './segments.ts';
import { type Clarity, spanOfStretch, weighByTags } from './tag-bars.ts';
import type { TaggedStretch, TaggedTurn } from './turn-tagger/tagged-turn.ts';

/**
 * How much more likely an act must be than simple telling, as a log ratio. Calibrated on ordinary telling:
 * from `doubts` on the person is asked, from `acts` on the act is carried out.
 */
const BARS: Partial<Record<Act, { doubts: number; acts: number }>> = {
  PRIVACY: { doubts: 0.5, acts: 0.85 },
  AUDIENCE: { doubts: 0.35, acts: 0.85 },
  DELETION: { doubts: 0.45, acts: 0.95 },
  DISTRESS: { doubts: 0, acts: 0.35 },
  WITHDRAWS: { doubts: -0.15, acts: 0.65 },
};

/** From this chance of danger on, a person is asked although the words tell more than they warn. */
const LIKELY_DANGER = { chance: 0.3, doubts: -0.2 };

const OTHER_BAR = { doubts: Number.POSITIVE_INFINITY, acts: 0.45 };

/**
 * Groups of labels that are easily confused with each other but not with others: their evidence is summed
 * for the act.
 */
const KINDRED: number[][] = [
  columnsOf('PRIVACY', 'AUDIENCE', 'DELETION'),
  columnsOf('WITHDRAWS'),
  columnsOf('DISTRESS'),
];

/** A clause has less context than a sentence, so its bar is higher by this. */
const CLAUSE_EXTRA = 0.4;

/** A doubtful clause alone counts only when it is nearly clear enough to act on. */
const CLAUSE_DOUBT_EXTRA = 0.9;

/** People rarely address us in the middle of a long story, so the bar there is higher by this. */
const AMID_EXTRA = 0.35;

/** The higher bar for danger in the first and last sentences of a long story. */
const LONG_EXTRA = 0.6;

/** An utterance of at least this many sentences is a long story. */
const LONG = 6;

/** This many sentences at each end of an utterance are not its middle. */
const EDGE = 2;

/** Other labels of the same act apply from this chance on. */
const ALSO_FROM = 0.35;

/** From this chance on, a clause withdraws a consent that it doesn't name. */
const MEANT_FROM = 0.7;

/** From this chance on, words that name a consent and take something back withdraw it. */
const NAMED_FROM = 0.2;

const CONSENTS = LABELS.filter((label) => ACT_OF[label] === 'WITHDRAWS');

const WISHES = new Set<Act>(['PRIVACY', 'AUDIENCE', 'DELETION']);

/** Grief counts as telling: it makes the interviewer gentle and stays in the book. */
const OTHERS = LABELS.filter((label) => ACT_OF[label] !== 'TELLS');

const OTHER_COLUMNS = OTHERS.map(columnOf);

/** Acts that quoted words in a story can be mistaken for. Danger and wishes are never excused as quotes. */
const QUOTABLE = new Set<Act>(['WITHDRAWS', 'ASIDE', 'ASKS', 'INSTRUCTS', 'GREETS', 'CLOSES']);

/** A sentence in parts; `margin` says how clear they are. */
type CutSentence = { spans: ActSpan[]; margin: number };

type Scored = {
  segment: Segment;
  sentence: Segment;
  chances: Float32Array;
  best: Label;
  chance: number;
  margin: number;
};

/** Up to this many sentences are read together when no single one names a danger. */
const MOST_HINTING = 4;

/**
 * Telling that resembles a wish or a danger, in one sentence or in two together: from these bars on, the person is asked.
 * They are lower than those of a sentence by itself, but a chance of a quarter is needed: where neither telling nor
 * anything else is likely, the log ratio says little.
 */
const RESEMBLING: { act: Act; columns: number[]; chance: number; margin: number }[] = [
  { act: 'DISTRESS', columns: columnsOf('DISTRESS'), chance: 0.25, margin: -0.8 },
  { act: 'PRIVACY', columns: columnsOf('PRIVACY', 'AUDIENCE', 'DELETION'), chance: 0.25, margin: 0 },
];

/**
 * A sentence that asks or refuses something is asked about although the model hardly takes it for a wish, where it takes it
 * even less for telling or another act.
 */
const ASKING = {
  columns: columnsOf('PRIVACY', 'AUDIENCE', 'DELETION'),
  kindred: (['withdraw-writing', 'withdraw-sharing', 'avoid-theme'] satisfies Label[]).map(columnOf),
  chance: 0.08,
  telling: 0.15,
  other: 0.5,
};

/** A theme that the person won't talk about. */
const isLeft = ({ label, doubtful }: ActSpan) => label === 'avoid-theme' && !doubtful;

const isPermit = ({ label, doubtful }: ActSpan) => label === 'permit' && !doubtful;

const isTold = ({ act, doubtful }: ActSpan) => act === 'TELLS' && !doubtful;

/** “Down.” after “Get down, Muffin.”: a short sentence continues what was said to somebody in the room. */
const FEW_WORDS = 3;

/** How much lower the bar of an aside is before or after another: “wait, my ear's whistling. It's the hearing aid. Okay.” */
const GOING_ON = 0.6;

const isAside = ({ act, label, doubtful }: ActSpan) => !doubtful && (act === 'ASIDE' || label === 'repeat');

const isProtected = ({ act }: ActSpan) => act === 'DISTRESS' || act === 'WITHDRAWS' || WISHES.has(act);

const isDanger = ({ act, doubtful }: ActSpan) => act === 'DISTRESS' && !doubtful;

/** From this log ratio on, what words do is beyond doubt. */
const UNMISTAKABLE = 1.6;

/** With less of a chance that any of its words is part of a wish, a sentence that asks or refuses something is none. */
const LEAST_WISH = 0.02;

/** The parts of a span before, in and after another that takes its words. */
function cutAround(span: ActSpan, apart: ActSpan): ActSpan[] {
  if (span.end <= apart.start || span.start >= apart.end) return [span];
  return [
    ...(span.start < apart.start ? [{ ...span, end: apart.start }] : []),
    { ...apart, start: Math.max(apart.start, span.start), end: Math.min(apart.end, span.end) },
    ...(span.end > apart.end ? [{ ...span, start: apart.end }] : []),
  ];
}

type SentenceRead = { sentence: SegmentedSentence; spans: ActSpan[] };

/** From this score on, a sentence that is probably addressed to us or to somebody else present is not printed. */
const HELD_BACK_FROM = 0.3;

/** Fewer words, such as a name alone, are more often an answer. */
const HELD_BACK_WORDS = 3;

/** Speech that was transcribed without punctuation. */
const HAS_STOP = /[,.;:!?…—–]/;

const FEWEST_RUN_ON = 8;

/** A story part beside another act has at least this many words and hardly any evidence for other acts. */
const FEWEST_TOLD = 4;

/** The longest other act beside a story part, in words. */
const MOST_BESIDE = 14;

const TOLD_MARGIN = -1;

/** An aside in the middle of a story has at least this many words. */
const FEWEST_AMID = 3;

/** Of two equally clear asides, the longer one leaves less of it in the story. */
const LONGER = 0.06;

const MOST_RUN_ON = 60;

/** A longer sentence may tell a story beside its wish. */
const WISH_WORDS = 12;

/**
 * The least chance from which words count as an act, or as a doubt of one. Without it, words that resemble no story
 * would count at a chance of a quarter: "Number, please." took back the consent to calls.
 */
const LEAST_CHANCES: Partial<Record<Act, { doubts: number; acts: number }>> = {
  WITHDRAWS: { doubts: 0.35, acts: 0.37 },
  DISTRESS: { doubts: 0, acts: 0.42 },
  PRIVACY: { doubts: 0, acts: 0.4 },
};

/** How much lower the bar of a wish is in a clause that speaks of our talk or the book. */
const EASED = 0.4;

/** Reads utterances of one language. */
export class Reader {
  private readonly spoken: ReadingLanguage;
  private readonly rules: SentenceRules;
  private readonly classifier: Classifier;

  constructor(language: Language) {
    this.spoken = readingLanguage(language);
    this.rules = this.spoken.rules;
    this.classifier = classifier(language);
  }

  read(utterance: string): UtteranceReading {
    const sentences = segmentUtterance(utterance, this.spoken.clauses);
    const reads: SentenceRead[] = [];
    let isInCall = false;
    for (const [at, sentence] of sentences.entries()) {
      const isEdge = at < EDGE || at >= sentences.length - EDGE;
      const extra = isEdge ? (sentences.length < LONG ? 0 : LONG_EXTRA) : AMID_EXTRA;
      const read: SentenceRead = {
        sentence,
        spans: withoutTelling(
          this.takenTogether(
            this.themeRefused(this.readSentence(sentence, extra), sentence),
            sentence,
            sentences[at - 1],
          ),
        ),
      };
      const last = reads.at(-1);
      reads.push(read);
      isInCall =
        at > 0 &&
        (this.rules.answersCall(sentence.text) || (isInCall && this.rules.belongsToCall(sentence.text)));
      if (isInCall && !read.spans.some(isProtected)) read.spans = [spanOf(sentence, 'aside-room')];
      if (last && belongsToRoom(read, last)) read.spans = [spanOf(sentence, 'aside-room')];
      const goingOn = last && this.asideGoingOn(read, last);
      if (goingOn) read.spans = [goingOn];
      const danger = last && this.dangerIn(utterance, last, read, extra);
      if (danger) for (const each of [last, read]) speakOf(danger, each);
    }
    this.nameConsents(reads);
    for (let at = reads.length - 2; at >= 0; at--) {
      const [read, next] = [reads[at], reads[at + 1]];
      const begun = read && next && this.asideGoingOn(read, next);
      if (begun) read.spans = [begun];
    }
    this.hintDangers(utterance, reads);
    this.doubtTelling(utterance, reads, [1, 2], (segment, isTold) =>
      isTold ? this.resembled(segment) : null,
    );
    this.keepThemesOut(utterance, reads);
    const tagged = this.spoken.tagTurn(utterance);
    this.joinTags(tagged, utterance, reads);
    const mayWish = (segment: Segment) => (tagged.mostOf('WISH', segment) ?? 1) >= LEAST_WISH;
    this.doubtTelling(utterance, reads, [1], (segment) =>
      mayWish(segment) ? this.askedOf(this.score(segment)) : null,
    );
    tellQuotations(utterance, reads);
    const spans: ActSpan[] = [];
    for (const read of reads) for (const span of read.spans) addSpan(spans, span);
    return { spans };
  }

  /** “Stop sending em. I don't want any more texts.”: a withdrawal without a name means what the one beside it names. */
  private nameConsents(reads: readonly SentenceRead[]) {
    const taken = reads.map(({ sentence, spans }) => {
      const isTaken = spans.some(({ act, doubtful }) => act === 'WITHDRAWS' && !doubtful);
      return isTaken ? this.rules.consentsNamedIn(sentence.text) : null;
    });
    for (const [at, read] of reads.entries()) {
      const beside = [taken[at + 1], taken[at - 1]].find((names) => names?.length);
      const [label] = beside ?? [];
      if (!beside || !label || taken[at]?.length !== 0) continue;
      if (this.rules.wantsToBeLeftAlone(read.sentence.text)) continue;
      const { best, chance } = this.score(read.sentence);
      if (chance >= MEANT_FROM && !beside.includes(best)) continue;
      read.spans = read.spans.map((span) =>
        span.act === 'WITHDRAWS' ? { ...span, label, labels: beside } : span,
      );
    }
  }

  /**
   * “We don't talk about him, and you don't write about him”: a theme to leave is kept out of the book where the words
   * say so, and settles what a doubtful wish beside it means.
   */
  private keepThemesOut(utterance: string, reads: readonly SentenceRead[]) {
    if (!reads.some(({ spans }) => spans.some(isLeft))) return;
    const keptOut = (span: ActSpan, isBeside: boolean) => {
      const text = utterance.slice(span.start, span.end);
      if (isLeft(span)) return this.rules.keepsOutOfBook(text);
      return isTold(span)
        ? isBeside && this.rules.forbidsWriting(text)
        : WISHES.has(span.act) && span.doubtful;
    };
    for (const [at, read] of reads.entries()) {
      const isBeside = reads.slice(Math.max(0, at - 1), at + 2).some(({ spans }) => spans.some(isLeft));
      read.spans = read.spans.map((span) =>
        keptOut(span, isBeside)
          ? {
              ...spanOf(span, 'private-theme'),
              labels: isLeft(span) ? ['private-theme', 'avoid-theme'] : ['private-theme'],
            }
          : span,
      );
    }
  }

  /** Joins what each sentence says with what the tagger finds in the whole turn. */
  private joinTags(tagged: TaggedTurn, utterance: string, reads: readonly SentenceRead[]) {
    for (const read of reads) {
      read.spans = read.spans.map((span) => weighByTags(span, tagged, () => this.clarityOf(span, utterance)));
      for (const stretch of tagged.stretches) this.setApart(stretch, utterance, read);
    }
  }

  /** How clear a span is by its words alone, whatever stands around them. */
  private clarityOf({ start, end, act, labels }: ActSpan, utterance: string): Clarity {
    // A theme that is refused and kept out of the book, by the words for both.
    if (labels.includes('private-theme') && labels.includes('avoid-theme')) return 'UNMISTAKABLE';
    const text = utterance.slice(start, end);
    if (labels.includes('avoid-theme') && this.rules.refusesTheme(text)) return 'UNMISTAKABLE';
    const scored = this.score({ start, end, text });
    const isLikeIt = ACT_OF[scored.best] === act;
    const isClear = (isLikeIt && scored.margin >= UNMISTAKABLE) || this.isNamedWithdrawal(scored);
    if (isClear || this.spanByRule(scored)) return 'UNMISTAKABLE';
    return isLikeIt && act === 'DISTRESS' && scored.chance >= LIKELY_DANGER.chance
      ? 'LIKELY_DANGER'
      : 'UNCLEAR';
  }

  /** Takes a stretch that isn't story out of what was read as telling in a sentence, wherever it begins and ends. */
  private setApart(stretch: TaggedStretch, utterance: string, read: SentenceRead) {
    const { start, end } = read.sentence;
    const [from, to] = [Math.max(stretch.start, start), Math.min(stretch.end, end)];
    // “No more questions about the asylum, not this week and not ever” is one wish, to leave a theme; and “you can put that
    // in, he's been dead thirty years” is none.
    if (from >= to || (stretch.tag === 'WISH' && read.spans.some((span) => isLeft(span) || isPermit(span))))
      return;
    const { chances } = this.score({ ...stretch, text: utterance.slice(stretch.start, stretch.end) });
    const apart = spanOfStretch(stretch, chances);
    if (!apart) return;
    read.spans = read.spans.flatMap((span) =>
      isTold(span) ? cutAround(span, { ...apart, start: from, end: to }) : [span],
    );
  }

  /** Marks the smallest group of sentences that together hint at a danger. */
  private hintDangers(utterance: string, reads: readonly SentenceRead[]) {
    if (!this.rules.mayHintDanger(utterance)) return;
    const hinted = new Set<SentenceRead>();
    for (let count = 1; count <= Math.min(MOST_HINTING, reads.length); count++) {
      for (let from = 0; from + count <= reads.length; from++) {
        const window = reads.slice(from, from + count);
        const [first, last] = [window[0], window.at(-1)];
        if (!first || !last || window.some((read) => hinted.has(read))) continue;
        const label = this.rules.dangerHinted(utterance.slice(first.sentence.start, last.sentence.end));
        if (!label) continue;
        for (const each of window) {
          hinted.add(each);
          if (!each.spans.some(isDanger)) speakOf(spanOf(each.sentence, label), each);
        }
      }
    }
  }

  /** Marks what is only told, but resembles a wish or a danger, as doubtful. A clear wish needs no other to be asked about. */
  private doubtTelling(
    utterance: string,
    reads: readonly SentenceRead[],
    counts: readonly number[],
    doubtOf: (segment: Segment, isTold: boolean) => ActSpan | null,
  ) {
    const hasWish = reads.some(({ spans }) =>
      spans.some(({ act, doubtful }) => WISHES.has(act) && !doubtful),
    );
    for (const count of counts) {
      for (let from = 0; from + count <= reads.length; from++) {
        const window = reads.slice(from, from + count);
        const [first, last] = [window[0], window.at(-1)];
        if (!first || !last) continue;
        const { start } = first.sentence;
        const { end } = last.sentence;
        const segment = { start, end, text: utterance.slice(start, end) };
        const isOnlyTold = window.every(({ spans }) => spans.every(isTold));
        const isPartlyTold = count === 1 && first.spans.some(isTold) && !first.spans.some(isProtected);
        const doubt = isOnlyTold || isPartlyTold ? doubtOf(segment, isOnlyTold) : null;
        if (doubt && !(hasWish && WISHES.has(doubt.act))) for (const each of window) speakOf(doubt, each);
      }
    }
  }

  private resembled(segment: Segment): ActSpan | null {
    const scored = this.score(segment);
    for (const { columns, chance, margin } of RESEMBLING) {
      const any = anyOf(scored.chances, columns);
      if (any.chance < chance || marginOf(any.chance, scored.chances) < margin) continue;
      const label = LABELS[any.column] ?? 'meta';
      if (this.isExcused({ ...scored, best: label })) continue;
      return { ...spanOf(segment, label), doubtful: true };
    }
    return null;
  }

  /** A possible wish in a sentence that asks or refuses something. */
  private askedOf({ chances, ...scored }: Scored): ActSpan | null {
    const { columns, kindred } = ASKING;
    const likely = anyOf(chances, [...columns, ...kindred]).chance;
    if (likely < ASKING.chance || (chances[TELL] ?? 0) > ASKING.telling) return null;
    const isOther = OTHER_COLUMNS.some(
      (column) =>
        (chances[column] ?? 0) > ASKING.other && !columns.includes(column) && !kindred.includes(column),
    );
    const label = LABELS[anyOf(chances, columns).column] ?? 'private-this';
    if (isOther || !this.rules.mayAskToKeepBack(scored.segment.text)) return null;
    return this.isExcused({ ...scored, chances, best: label })
      ? null
      : { ...spanOf(scored.segment, label), doubtful: true };
  }

  private asideGoingOn({ sentence, spans }: SentenceRead, beside: SentenceRead): ActSpan | null {
    if (!spans.every(isTold) || !beside.spans.every(isAside)) return null;
    const scored = this.score(sentence);
    const isLikely = isBeside(scored) && scored.margin >= OTHER_BAR.acts - GOING_ON;
    const { text } = sentence;
    // “They'd shout in the door, who's that?”
    if (this.rules.isQuoted(text, text.lastIndexOf(' ') + 1, text.length)) return null;
    return isLikely && !this.isExcused(scored) ? this.spanIn(scored) : null;
  }

  /** A danger that shows only in two sentences together: “I've saved them up. There's enough now.” */
  private dangerIn(utterance: string, one: SentenceRead, other: SentenceRead, extra: number): ActSpan | null {
    const spans = [...one.spans, ...other.spans];
    if (!spans.every(({ act, doubtful }) => act === 'TELLS' || (act === 'DISTRESS' && doubtful))) return null;
    const { start } = one.sentence;
    const { end } = other.sentence;
    const both = this.score({ start, end, text: utterance.slice(start, end) });
    if (ACT_OF[both.best] !== 'DISTRESS') return null;
    if (this.isAct(both, extra)) return this.spanIn(both);
    return this.isDoubtful(both, extra) ? { ...this.spanIn(both), doubtful: true } : null;
  }

  private readSentence(sentence: SegmentedSentence, extra: number): ActSpan[] {
    if (this.rules.isYesOrNo(sentence.text)) return [{ ...spanOf(sentence, 'tell'), act: 'ANSWERS' }];
    const whole = this.score(sentence);
    const parts =
      sentence.clauses.length > 1 ? sentence.clauses.map((clause) => this.score(clause, sentence)) : [];
    if (this.isWholeWish(whole)) return [this.spanIn(whole)];
    const ruled = this.spanByRule(whole);
    if (ruled) {
      const byRule = parts.map((part) => this.spanByRule(part));
      if (byRule.every((span) => span === null)) return [ruled];
      const takesBack = this.rules.takesBack(sentence.text).length > 0;
      return parts.map((part, at) => {
        if (byRule[at]) return byRule[at];
        if (this.isAct(part, 0)) return this.spanIn(part);
        // “Ya no me llamen, pero los mensajes sí.”
        const permits = takesBack && this.rules.letsGoOn(part.segment.text);
        return spanOf(part.segment, permits ? 'permit' : 'tell');
      });
    }
    const isOwnAct = (part: Scored) => this.isAct(part, CLAUSE_EXTRA + extra);
    if (parts.some(({ segment }) => this.rules.excusesThemself(segment.text)) && !this.isAct(whole, extra)) {
      const spans = parts.map((part) => {
        if (this.rules.excusesThemself(part.segment.text)) return spanOf(part.segment, 'aside-room');
        return isOwnAct(part) ? this.spanIn(part) : spanOf(part.segment, 'tell');
      });
      return spans;
    }
    const cut =
      (isBeside(whole) && tells(whole)) || !this.isAct(whole, extra) ? this.cutRunOn(sentence, extra) : null;
    if (cut) return cut;
    if (this.isAct(whole, extra)) {
      const tellingParts = parts.filter((part) => tells(part) && !this.isAct(part, 0));
      const acts = new Set(parts.filter(isOwnAct).map(({ best }) => ACT_OF[best]));
      // “Keep this between us, but I want to die”: each clause has its own act.
      const isOneAct = acts.size < 2 && tellingParts.length === 0;
      if (isOneAct || tellingParts.length === parts.length) return [this.spanIn(whole)];
      return parts.map(
        (part) =>
          this.spanByRule(part) ??
          (tellingParts.includes(part)
            ? spanOf(part.segment, 'tell')
            : this.spanIn(this.isAct(part, 0) ? part : whole, part.segment)),
      );
    }
    if (parts.some(isOwnAct))
      return parts.map(
        (part) =>
          this.spanByRule(part) ?? (isOwnAct(part) ? this.spanIn(part) : spanOf(part.segment, 'tell')),
      );
    const doubtful = [whole, ...parts].find((scored) =>
      this.isDoubtful(scored, scored === whole ? extra : CLAUSE_DOUBT_EXTRA + extra),
    );
    if (doubtful) return [{ ...this.spanIn(doubtful, sentence), doubtful: true }];
    if (this.isHeldBack(whole, extra)) return [{ ...this.spanIn(whole), doubtful: true }];
    return [spanOf(sentence, isGrief(whole) ? 'grief' : 'tell')];
  }

  /** Whether a sentence is more likely an aside, a question to us or an instruction than part of a story. */
  private isHeldBack(scored: Scored, extra: number): boolean {
    if (!isBeside(scored) || this.isExcused(scored)) return false;
    // “I do not know why.” is no question to us.
    if (ACT_OF[scored.best] === 'ASKS' && !this.rules.mayAskUs(scored.segment.text)) return false;
    if (scored.sentence.text.split(/\s+/).length < HELD_BACK_WORDS) return false;
    return marginOf(anyOf(scored.chances, BESIDES).chance, scored.chances) >= HELD_BACK_FROM + extra;
  }

  /**
   * Splits a story and an aside that run together without punctuation where each part is clearest; null when
   * there are none.
   */
  private cutRunOn(sentence: SegmentedSentence, extra: number): ActSpan[] | null {
    const { text, start } = sentence;
    const count = countWords(text);
    if (count < FEWEST_RUN_ON || count > MOST_RUN_ON || HAS_STOP.test(text.slice(0, -1))) return null;
    let best = this.spoken.cutsAmid ? this.cutAmid(sentence, extra) : null;
    for (const { index } of text.matchAll(this.spoken.turnsWith)) {
      const left = { start, end: start + index, text: text.slice(0, index) };
      const right = { start: start + index + 1, end: sentence.end, text: text.slice(index + 1) };
      for (const [beside, telling] of [
        [right, left],
        [left, right],
      ] as const) {
        const words = countWords(beside.text);
        if (words < 2 || words > MOST_BESIDE || countWords(telling.text) < FEWEST_TOLD) continue;
        const act = this.score(beside, sentence);
        if (!isCutOff(act) || !this.isAct(act, CLAUSE_EXTRA + extra)) continue;
        const storyScore = this.score(telling, sentence);
        if (!tells(storyScore) || storyScore.margin > TOLD_MARGIN) continue;
        const margin = act.margin + Math.log((storyScore.chances[TELL] ?? 0) + UNKNOWN);
        if (best && best.margin >= margin) continue;
        const spans = [this.spanIn(act), spanOf(telling, 'tell')];
        best = { margin, spans: beside === left ? spans : spans.reverse() };
      }
    }
    return best?.spans ?? null;
  }

  /** Splits off an aside at the start or in the middle of a story that runs on around it, where it is clearest. */
  private cutAmid(sentence: SegmentedSentence, extra: number): CutSentence | null {
    const { text } = sentence;
    const part = (from: number, to: number) => ({
      start: sentence.start + from,
      end: sentence.start + to,
      text: text.slice(from, to),
    });
    const gaps = [...text.matchAll(/\s+/g)].map(({ index }) => index);
    const turns = new Set([...text.matchAll(this.spoken.turnsWith)].map(({ index }) => index));
    const tellingOf = (scored: Scored | null) =>
      scored ? Math.log((scored.chances[TELL] ?? 0) + UNKNOWN) : 0;
    const isStory = (scored: Scored) => tells(scored) && scored.margin <= TOLD_MARGIN;
    let best: CutSentence | null = null;
    for (const [at, from] of [-1, ...gaps].entries()) {
      const isFirst = from < 0;
      if (!isFirst && (at < FEWEST_TOLD || !turns.has(from))) continue;
      const left = isFirst ? null : this.score(part(0, from), sentence);
      if (left && !isStory(left)) continue;
      let clearest: { act: Scored; right: Scored; clear: number } | null = null;
      for (let words = FEWEST_AMID; words <= MOST_BESIDE; words++) {
        const to = gaps[at + words - 1];
        if (to === undefined || gaps.length - at - words + 1 < FEWEST_TOLD) break;
        const act = this.score(part(from + 1, to), sentence);
        const clear = act.margin + words * LONGER;
        if (!isCutOff(act) || (clearest && clear <= clearest.clear)) continue;
        if (!this.isAct(act, CLAUSE_EXTRA + extra)) continue;
        const right = this.score(part(to + 1, text.length), sentence);
        if (isStory(right)) clearest = { act, right, clear };
      }
      if (!clearest) continue;
      const { act, right } = clearest;
      const margin = act.margin + tellingOf(left) + tellingOf(right);
      if (best && best.margin >= margin) continue;
      const told = left ? [spanOf(left.segment, 'tell')] : [];
      best = { margin, spans: [...told, this.spanIn(act), spanOf(right.segment, 'tell')] };
    }
    return best;
  }

  /** The consents that a whole sentence withdraws, by the model and by the words that name them. */
  private consentsMeant({ text, clauses, ...at }: SegmentedSentence, named: readonly Label[]): Label[] {
    const { best, chances } = this.score({ text, ...at });
    const chanceOf = (label: Label) => chances[columnOf(label)] ?? 0;
    const isClear = ACT_OF[best] === 'WITHDRAWS' && chanceOf(best) >= MEANT_FROM;
    // “All but the calls”, “wipe the sound and only write”: what may go on is found in the words.
    const hasException =
      named.length >= CONSENTS.length - 1 || clauses.some((each) => this.leavesConsents(each.text));
    if (!isClear || hasException) return [...named];
    const isNamed = named.includes(best);
    return CONSENTS.filter(
      (label) =>
        label === best ||
        chanceOf(label) >= (isNamed ? MEANT_FROM : ALSO_FROM) ||
        (named.includes(label) && chanceOf(label) >= this.spoken.namedFrom),
    );
  }

  /**
   * “I don't want to be asked about her ever again” refuses a theme, and takes no consent back. Where it is also not to
   * be written, there is no doubt that it is a wish.
   */
  private themeRefused(spans: ActSpan[], { text }: Segment): ActSpan[] {
    if (!this.rules.refusesTheme(text)) return spans;
    // One's own words in the book are withheld theme by theme; calls, texts, recordings and readers are not.
    const takesBack = this.rules.consentsNamedIn(text).some((label) => label !== 'withdraw-writing');
    const isKeptOut = this.rules.forbidsWriting(text);
    return spans.map((span): ActSpan => {
      if (span.act === 'WITHDRAWS' && !takesBack) return spanOf(span, 'avoid-theme');
      if (!isKeptOut || !span.doubtful || !WISHES.has(span.act)) return span;
      return { ...spanOf(span, 'private-theme'), labels: ['private-theme', 'avoid-theme'] };
    });
  }

  /**
   * When a clause withdraws a consent, the whole sentence is searched for all that it withdraws: “don't text
   * me, and don't show it to the family”. “I don't want them any more” withdraws what the sentence before
   * names.
   */
  private takenTogether(
    spans: ActSpan[],
    sentence: SegmentedSentence,
    before: Segment | undefined,
  ): ActSpan[] {
    const taken = spans.find(({ act, doubtful }) => act === 'WITHDRAWS' && !doubtful);
    if (!taken) return spans;
    const here = this.consentsMeant(sentence, this.consentsTaken(sentence));
    const labels =
      here.length === 0 && before && this.rules.pointsBack(sentence.text)
        ? this.rules.consentsNamedIn(before.text)
        : here;
    const [label] = labels;
    if (
      taken.labels.every((each) => each === 'withdraw-sharing') &&
      this.rules.keepsBackWhatWasSaid(sentence.text)
    )
      return spans.map((span) => (span === taken ? spanOf(span, 'private-before') : span));
    if (!label) return spans;
    return spans.map((span) => {
      if (span === taken) return { ...span, label, labels };
      const words = sentence.text.slice(span.start - sentence.start, span.end - sentence.start);
      if (span.act === 'DISTRESS' || this.rules.consentsNamedIn(words).length === 0) return span;
      return { ...span, act: 'WITHDRAWS', label, labels, doubtful: false };
    });
  }

  /**
   * The consents that a sentence withdraws: those that it names, and those that a clause clearly means in
   * other words.
   */
  private consentsTaken({ text, clauses }: SegmentedSentence): Label[] {
    if (clauses.length < 2) return this.rules.consentsNamedIn(text);
    const scored = clauses.map((clause) => this.score(clause));
    // “He rings me up and argues, so don't share it”: what is told takes nothing back.
    const beside = scored.filter((part) => !tells(part));
    const named = this.rules.consentsNamedIn(
      beside.length > 0 && beside.length < scored.length
        ? beside.map(({ segment }) => segment.text).join(' ')
        : text,
    );
    const parts = scored.filter(
      ({ segment, best }) =>
        !this.leavesConsents(segment.text) &&
        best !== 'permit' &&
        // “The calls, the tape, I don't agree to them any more.”
        !(named.length > 0 && this.rules.pointsBack(segment.text)),
    );
    const meant = parts.flatMap(({ chances }) =>
      CONSENTS.filter((label) => (chances[columnOf(label)] ?? 0) >= MEANT_FROM),
    );
    return [...new Set([...named, ...meant])];
  }

  /** Whether a sentence only says until when nobody may read: “not before I’m dead and buried, please”. */
  private isWholeWish(scored: Scored): boolean {
    const { text } = scored.segment;
    if (ACT_OF[scored.best] !== 'AUDIENCE' || !this.isAct(scored, 0)) return false;
    if (/[:–—]/.test(text) || countWords(text) > WISH_WORDS) return false;
    const said = this.rules.saidAudience(text);
    return said !== null && !('people' in said);
  }

  /** Rules only add protection, for words that are unmistakable. The model decides how far a wish reaches. */
  private spanByRule(scored: Scored): ActSpan | null {
    const { segment } = scored;
    if (this.rules.endsSharing(segment.text)) return spanOf(segment, 'withdraw-sharing');
    if (this.rules.waitsForDeath(segment.text))
      return this.isWish(scored) ? this.spanIn(scored) : spanOf(segment, 'audience');
    if (ACT_OF[scored.best] === 'DISTRESS' && this.isAct(scored, 0)) return null;
    if (this.rules.tellsOfOverdose(segment.text)) return spanOf(segment, 'crisis-medical');
    if (this.rules.wantsToBeLeftAlone(segment.text))
      return { ...spanOf(segment, 'withdraw-calls'), labels: ['withdraw-calls', 'withdraw-texts'] };
    const taken = this.rules.takesBack(segment.text);
    const [first] = taken;
    if (first && !this.isExcused({ ...scored, best: first }))
      return { ...spanOf(segment, first), labels: taken };
    if (this.rules.callsToRoom(segment.text)) return spanOf(segment, 'aside-room');
    if (this.rules.asksForAudience(segment.text))
      return this.isWish(scored) ? this.spanIn(scored) : spanOf(segment, 'audience');
    if (!this.rules.asksForPrivacy(segment.text)) return null;
    return this.isWish(scored) ? this.spanIn(scored) : spanOf(segment, 'private-this');
  }

  private score(segment: Segment, sentence = segment): Scored {
    const chances = this.classifier.chances(segment.text);
    let column = columnOf('meta');
    for (const other of OTHER_COLUMNS) if ((chances[other] ?? 0) > (chances[column] ?? 0)) column = other;
    let chance = chances[column] ?? 0;
    for (const columns of KINDRED) {
      const any = anyOf(chances, columns);
      if (any.chance > chance) ({ chance, column } = any);
    }
    const best = LABELS[column] ?? 'meta';
    return {
      segment,
      sentence,
      chances,
      best,
      chance,
      margin: marginOf(chance, chances),
    };
  }

  private isAct(scored: Scored, extra: number): boolean {
    if (!isLikely(scored, 'acts') && !this.isNamedWithdrawal(scored)) return false;
    return (
      scored.margin >=
        (BARS[ACT_OF[scored.best]] ?? OTHER_BAR).acts + raisedBy(scored, extra) - this.ease(scored) &&
      !this.isExcused(scored)
    );
  }

  /** “Stop having the AI turn my answers into prose”: words that name a consent need less of a chance. */
  private isNamedWithdrawal({ best, chance, segment }: Scored): boolean {
    return ACT_OF[best] === 'WITHDRAWS' && chance >= NAMED_FROM && this.rules.takesConsentBack(segment.text);
  }

  private isDoubtful(scored: Scored, extra: number): boolean {
    if (!isLikely(scored, 'doubts')) return false;
    return (
      scored.margin >= doubtBar(scored) + raisedBy(scored, extra) - this.ease(scored) &&
      !this.isExcused(scored)
    );
  }

  private ease({ best, segment, sentence }: Scored): number {
    const eased = this.spoken.eased[ACT_OF[best]] ?? 0;
    // “What I told you about Bernadette, would you cross it out?”
    const words = sentence.text.slice(0, segment.end - sentence.start);
    return WISHES.has(ACT_OF[best]) && this.rules.namesTheTelling(words) ? eased + EASED : eased;
  }

  /** Whether the words only resemble that act. */
  private isExcused({ best, segment, sentence }: Scored): boolean {
    const act = ACT_OF[best];
    // A name alone is an answer.
    if (best === 'aside-room' && /^\p{L}+\.?$/u.test(segment.text)) return true;
    if (best === 'crisis-self') return this.rules.isFigure(segment.text);
    if (
      act === 'WITHDRAWS' &&
      (this.leavesConsents(segment.text) || this.rules.takesNothingBack(sentence.text))
    )
      return true;
    const { start } = sentence;
    if (WISHES.has(act)) return this.isOthersWish({ segment, sentence });
    return (
      QUOTABLE.has(act) && this.rules.isQuoted(sentence.text, segment.start - start, segment.end - start)
    );
  }

  /**
   * Whether a wish is somebody else's in a story: “she says, when I'm dead you'll find it”. Words about what the person
   * told us are theirs, whoever is quoted.
   */
  private isOthersWish({ segment, sentence }: { segment: Segment; sentence: Segment }): boolean {
    if (this.rules.resemblesWish(segment.text)) return true;
    if (this.rules.speaksToUs(sentence.text)) return false;
    return this.rules.isQuoted(sentence.text, segment.start - sentence.start, segment.end - sentence.start);
  }

  private leavesConsents(text: string): boolean {
    return this.rules.letsGoOn(text) || this.rules.takesNothingBack(text);
  }

  private isWish(scored: Scored): boolean {
    return this.isAct(scored, 0) && WISHES.has(ACT_OF[scored.best]);
  }

  private spanIn({ chances, best, segment }: Scored, at: Segment = segment): ActSpan {
    const also = OTHERS.filter(
      (label) =>
        label !== best && ACT_OF[label] === ACT_OF[best] && (chances[columnOf(label)] ?? 0) >= ALSO_FROM,
    );
    const named = ACT_OF[best] === 'WITHDRAWS' ? this.rules.consentsNamedIn(at.text) : [];
    const [label = best, ...others] = named.length > 0 ? named : [best, ...also];
    return { ...spanOf(at, label), labels: [label, ...others] };
  }
}

function belongsToRoom({ sentence, spans }: SentenceRead, before: SentenceRead): boolean {
  const words = sentence.text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isShort =
    words.length <= FEW_WORDS && words.every((word) => before.sentence.text.toLowerCase().includes(word));
  const toRoom = ({ label, doubtful }: ActSpan) => !doubtful && (label === 'aside-room' || label === 'wait');
  return isShort && spans.every(({ act }) => act === 'TELLS') && before.spans.every(toRoom);
}

/** Words in quotation marks were said in a story, to nobody who listens now. */
function tellQuotations(utterance: string, reads: readonly SentenceRead[]) {
  const quotations = quotationsIn(utterance);
  if (quotations.length === 0) return;
  for (const read of reads)
    read.spans = read.spans.map((span) =>
      QUOTABLE.has(span.act) &&
      span.act !== 'WITHDRAWS' &&
      quotations.some(({ start, end }) => start <= span.start && span.end <= end)
        ? spanOf(span, 'tell')
        : span,
    );
}

function speakOf(danger: ActSpan, read: SentenceRead) {
  read.spans = [{ ...danger, start: read.sentence.start, end: read.sentence.end }];
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/**
 * Whether this act may be split off from a story in the same sentence. With danger, the whole sentence is
 * withheld.
 */
function isCutOff({ best }: Scored): boolean {
  return QUOTABLE.has(ACT_OF[best]) || WISHES.has(ACT_OF[best]);
}

/** Whether the words are mainly an aside, an instruction, a question to us or a greeting. */
function isBeside({ best }: Scored): boolean {
  return QUOTABLE.has(ACT_OF[best]) && ACT_OF[best] !== 'WITHDRAWS';
}

/**
 * A sentence that speaks of danger has no story part: “I stand at the window every night and want to end
 * it.”
 */
function withoutTelling(spans: ActSpan[]): ActSpan[] {
  const danger = spans.find(isDanger);
  if (!danger) return spans;
  const { label, labels } = danger;
  return spans.map((span) => (span.act === 'TELLS' ? { ...spanOf(span, label), labels: [...labels] } : span));
}

function isLikely({ best, chance }: Scored, what: 'doubts' | 'acts'): boolean {
  return chance >= (LEAST_CHANCES[ACT_OF[best]]?.[what] ?? 0);
}

/** A long telling often ends with a wish: its first and last sentences have a higher bar for danger alone. */
function raisedBy({ best }: Scored, extra: number): number {
  return extra === LONG_EXTRA && ACT_OF[best] !== 'DISTRESS' ? 0 : extra;
}

function doubtBar({ best, chance }: Scored): number {
  const act = ACT_OF[best];
  if (act === 'DISTRESS' && chance >= LIKELY_DANGER.chance) return LIKELY_DANGER.doubts;
  return (BARS[act] ?? OTHER_BAR).doubts;
}

function tells({ chances }: Scored): boolean {
  return (chances[TELL] ?? 0) > 0.6;
}

function isGrief({ chances }: Scored): boolean {
  return (chances[columnOf('grief')] ?? 0) >= 0.5;
}
