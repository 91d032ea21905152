import { writeFileSync, readFileSync } from 'node:fs';
import { Classifier } from '#api/dialogue-acts/classifier.ts';
import { ACT_OF, columnOf, LABELS } from '#api/dialogue-acts/labels.ts';
import { segmentUtterance } from '#api/dialogue-acts/segments.ts';
import { authors, trainFrom } from '#api/dialogue-acts/train.ts';
import { loadCases, type Half } from './cases.ts';

const [, , what, ...leave] = process.argv;
let file: Buffer;
const t = Date.now();
if (what === 'saved') file = readFileSync(new URL('../../api/dialogue-acts/act-model.bin', import.meta.url));
else { file = trainFrom(authors().filter((a) => !leave.includes(a))); writeFileSync(what as string, file); }
const model = new Classifier(file);
console.log('ready', (Date.now() - t) / 1000);
const TELL = columnOf('tell');
const D = LABELS.filter((l) => ACT_OF[l] === 'DISTRESS').map(columnOf);
function margin(text: string) {
  const c = model.chances(text);
  return Math.log(Math.max(...D.map((k) => c[k] ?? 0)) / ((c[TELL] ?? 0) + 0.1));
}
function best(said: string) {
  const s = segmentUtterance(said);
  const single = Math.max(...s.flatMap((x) => [margin(x.text), ...(x.clauses.length > 1 ? x.clauses.map((c) => margin(c.text) - 0.4) : [])]));
  const pair = Math.max(...s.slice(1).map((x, i) => margin(`${s[i]!.text} ${x.text}`)), -9);
  return { single, pair: Math.max(single, pair) };
}
const pos: Record<string, ReturnType<typeof best>[]> = {}, neg: Record<string, ReturnType<typeof best>[]> = {};
for (const half of ['open', 'third', 'fourth', 'hard-open'] as Half[]) {
  const cases = loadCases<{ said: string; expect: string }>('crisis', half) ?? [];
  pos[half] = cases.filter((c) => c.expect !== 'none').map((c) => best(c.said));
  neg[half] = cases.filter((c) => c.expect === 'none').map((c) => best(c.said));
}
for (const half of ['open', 'third'] as Half[]) neg[`ordinary ${half}`] = (loadCases<{ said: string }>('ordinary', half) ?? []).map((c) => best(c.said));
for (const half of ['open'] as Half[]) neg[`asides ${half}`] = (loadCases<{ said: string }>('asides', half) ?? []).map((c) => best(c.said));
for (const at of [-1.5, -1.2, -1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.55, 0.8, 1]) {
  const row = (m: typeof pos, k: 'single' | 'pair') => Object.entries(m).map(([h, v]) => `${h} ${v.filter((x) => x[k] >= at).length}/${v.length}`).join(', ');
  console.log(`${at}  single POS ${row(pos, 'single')} | NEG ${row(neg, 'single')}`);
  console.log(`${at}  pair   POS ${row(pos, 'pair')} | NEG ${row(neg, 'pair')}`);
}
