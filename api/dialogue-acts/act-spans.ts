import { ACT_OF, type Act, type Label } from './labels.ts';
import type { Segment } from './segments.ts';

/**
 * A part of an utterance and what it does. `label` is more specific than `act`; `labels` are all that
 * apply, as one sentence can withdraw two consents. A doubtful act is not acted on before the person has
 * been asked.
 */
export type ActSpan = {
  act: Act;
  label: Label;
  labels: Label[];
  doubtful: boolean;
  start: number;
  end: number;
};

/**
 * The one reading of an utterance, which interviewer, privacy, consent and writer all use. The spans are in
 * order and cover every sentence; offsets count UTF-16 units.
 */
export type UtteranceReading = { spans: ActSpan[] };

export function spanOf({ start, end }: Pick<Segment, 'start' | 'end'>, label: Label): ActSpan {
  return { act: ACT_OF[label], label, labels: [label], doubtful: false, start, end };
}

/** Adjacent spans of the same act become one span. */
export function addSpan(spans: ActSpan[], span: ActSpan) {
  const last = spans.at(-1);
  if (last && last.label === span.label && last.act === span.act && last.doubtful === span.doubtful) {
    last.end = span.end;
    last.labels = [...new Set([...last.labels, ...span.labels])];
  } else spans.push(span);
}
