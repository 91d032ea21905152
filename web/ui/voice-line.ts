import { rng } from './same-numbers.ts';

/**
 * Drawing of the voice line and the cameo. The voice line is one continuous stroke: a loop for each amplitude, flat in
 * silence.
 */

/** Plausible amplitudes where none were recorded; the same seed gives the same ones. */
export function speech(seed: string | number, n: number, talk = 0.8): number[] {
  const r = rng(seed);
  const out: number[] = [];
  while (out.length < n) {
    const word = 2 + Math.floor(r() * 7);
    const loud = 0.35 + r() * 0.65;
    for (let i = 0; i < word; i++) {
      out.push(Math.max(0.16, loud * Math.sin((Math.PI * (i + 0.8)) / (word + 0.6)) * (0.6 + r() * 0.5)));
    }
    const rest = r() > talk ? 3 + Math.floor(r() * 5) : 1;
    for (let i = 0; i < rest; i++) out.push(0);
  }
  return out.slice(0, n).map((a) => Math.min(1, a));
}

export interface LoopsBox {
  width: number;
  height: number;
  x?: number;
  y?: number;
  slant?: number;
  open?: number;
  per?: number;
}

type Point = readonly [x: number, y: number];

const short = (v: number) => Math.round(v * 10) / 10;

function curve(a: Point, b: Point, c: Point, e: Point): string {
  return `C${short(b[0] + (c[0] - a[0]) / 6)} ${short(b[1] + (c[1] - a[1]) / 6)} ${short(c[0] - (e[0] - b[0]) / 6)} ${short(c[1] - (e[1] - b[1]) / 6)} ${short(c[0])} ${short(c[1])}`;
}

function loopPoints(amps: readonly number[], box: Required<LoopsBox>): Point[] {
  const { width, height, x, y, slant, open, per } = box;
  const n = amps.length;
  const step = width / n;
  const at = (i: number) => amps[Math.max(0, Math.min(n - 1, i))] ?? 0;
  const points: Point[] = [[x, y]];
  for (let i = 0; i < n; i++) {
    if (at(i) < 0.02 && at(i - 1) < 0.02 && at(i + 1) < 0.02) {
      points.push([x + (i + 1) * step, y]);
      continue;
    }
    for (let j = 1; j <= per; j++) {
      const u = j / per;
      const t = 2 * Math.PI * u;
      const e =
        u < 0.5 ? at(i - 1) * (0.5 - u) + at(i) * (0.5 + u) : at(i) * (1.5 - u) + at(i + 1) * (u - 0.5);
      const up = (e * height * (1 - Math.cos(t))) / 2;
      points.push([
        x + (i + u) * step + step * open * Math.min(1, e * 1.25) * Math.sin(t) + slant * up,
        y - up,
      ]);
    }
  }
  return points;
}

/** An SVG path from (x, y) on the base line to the right; `amps` are from 0 to 1, one per loop. */
export function loops(amps: readonly number[], box: LoopsBox): string {
  const full = { x: 0, y: box.height, slant: 0.2, open: 0.5, per: 8, ...box };
  const points = loopPoints(amps, full);
  const step = full.width / amps.length;
  const first = points[0] as Point;
  let d = `M${short(first[0])} ${short(first[1])}`;
  for (let i = 0; i < points.length - 1; i++) {
    const b = points[i] as Point;
    const c = points[i + 1] as Point;
    if (b[1] === full.y && c[1] === full.y && c[0] - b[0] > step * 0.9) d += `L${short(c[0])} ${short(c[1])}`;
    else d += curve(points[i - 1] ?? b, b, c, points[i + 2] ?? c);
  }
  return d;
}

function ring(amp: number, k: number, phase: number): string {
  const n = k * 8;
  const p = Array.from({ length: n }, (_, i): Point => {
    const t = (2 * Math.PI * i) / n;
    const r = 0.76 + amp * Math.cos(k * t + phase);
    return [40 + 40 * r * Math.cos(t), 50 + 50 * r * Math.sin(t)];
  });
  const at = (i: number) => p[(i + n) % n] as Point;
  let d = `M${short(at(0)[0])} ${short(at(0)[1])}`;
  for (let i = 0; i < n; i++) d += curve(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${d}Z`;
}

/** The rings in an 80 by 100 oval for a person without a photo; the same id gives the same rings. */
export function cameoRings(of: string, small = false): string[] {
  const r = rng(of);
  const k = 7 + Math.floor(r() * 7);
  const amp = 0.09 + r() * 0.09;
  const turn = r() * 6.28;
  const n = small ? 2 : 3 + Math.floor(r() * 2);
  return Array.from({ length: n }, (_, i) => ring(amp, k, turn + (2 * Math.PI * i) / n));
}

/** The colour of a person's cameo, from 1 to 6. */
export function cameoTone(of: string): number {
  return 1 + Math.floor(rng(`${of}·`)() * 6);
}

/** The first letters of the first and the last name; a question mark for an empty name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0]?.charAt(0) ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : '';
  return (first + last).toUpperCase();
}

/**
 * The path of the thread from each selected sentence (`[data-source].is-on`) across the gap of its `[data-column]` to
 * the `.source-line` of the note with that id. Empty while nothing is selected or the note is not on screen.
 */
export function threadPath(page: HTMLElement): string {
  const o = page.getBoundingClientRect();
  let d = '';
  for (const sentence of page.querySelectorAll<HTMLElement>('[data-source].is-on')) {
    const note = document.getElementById(sentence.dataset.source ?? '')?.querySelector('.source-line');
    const column = sentence.closest('[data-column]');
    const from = column && endOfUnderline(sentence, column);
    if (!note?.getClientRects().length || !from) continue;
    const n = note.getBoundingClientRect();
    const [x1, y1] = [from.x - o.left, from.y - o.top];
    const [x2, y2] = [n.left - o.left, n.bottom - o.top - 2];
    const edge = column.getBoundingClientRect().right - o.left;
    const middle = (edge + x2) / 2;
    const y = y1 + from.dip;
    const start = from.dip
      ? `C${short(x1 + 7)} ${short(y1)} ${short(x1 + 7)} ${short(y)} ${short(x1 + 14)} ${short(y)}`
      : '';
    d += `M${short(x1)} ${short(y1)}${start}H${short(edge)}C${short(middle + 6)} ${short(y)} ${short(middle - 6)} ${short(y2)} ${short(x2 + 1)} ${short(y2)}`;
  }
  return d;
}

/**
 * The point where the thread leaves a sentence: the end of its last line that no other sentence follows, so that the
 * thread underlines no other words. If another sentence follows on its only line, the thread dips between that line and
 * the next.
 */
function endOfUnderline(sentence: HTMLElement, column: Element) {
  const lines = [...sentence.getClientRects()];
  const last = lines.at(-1);
  if (!last) return null;
  const all = [...column.querySelectorAll<HTMLElement>('[data-sentence]')];
  const next = all[all.indexOf(sentence) + 1]?.getClientRects()[0];
  const followed = next !== undefined && next.top < last.bottom - last.height / 2;
  const line = (followed && lines.at(-2)) || last;
  return { x: line.right, y: line.bottom - 1.5, dip: followed && line === last ? 5 : 0 };
}
