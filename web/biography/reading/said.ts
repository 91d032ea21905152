import type { Story_CardFragment } from './Story.graphql.ts';

export type Sentence = Story_CardFragment['sentences'][number];
export type Source = Sentence['sources'][number];

const day = (at: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', style).format(new Date(at));

/** For example "5 November 2026". */
export function dayOf(at: string): string {
  return day(at, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** For example "5 November, 6 min 48 s". */
export function momentOf({ saidAt, offsetSeconds }: Source): string {
  const date = day(saidAt, { day: 'numeric', month: 'long' });
  if (offsetSeconds === null) return date;
  const [m, s] = [Math.floor(offsetSeconds / 60), offsetSeconds % 60];
  return `${date}, ${m ? `${m} min ` : ''}${s} s`;
}

/** The source as screen readers announce it: "Said on 5 November, at 6 minutes 48 seconds: …". */
export function sourceInWords({ sources, byHand, edited }: Sentence): string {
  const [source] = sources;
  if (byHand || !source) return 'Written by hand. It rests on nothing that was said.';
  const { offsetSeconds, saidAt, quote } = source;
  const date = day(saidAt, { day: 'numeric', month: 'long' });
  const at = offsetSeconds === null ? '' : `, at ${spokenTime(offsetSeconds)}`;
  return `Said on ${date}${at}: ${quote}${edited ? ' The family changed the wording.' : ''}`;
}

/** For example "6 minutes 48 seconds". */
function spokenTime(seconds: number): string {
  const count = (value: number, unit: 'minute' | 'second') =>
    new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  const minutes = Math.floor(seconds / 60);
  return [minutes ? [count(minutes, 'minute')] : [], count(seconds % 60, 'second')].flat().join(' ');
}

/** The sentences grouped by paragraph, in order. */
export function paragraphsOf(sentences: readonly Sentence[]): Sentence[][] {
  return [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()];
}
