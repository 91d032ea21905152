import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { randomFrom } from '#api/language/linear-training.ts';
import { ACT_OF, type Act } from '../labels.ts';
import { authors, hashOfTemplates, loadExamples } from '../train.ts';
import type { Tag } from './tagger.ts';

const TAG_OF: Record<Act, Tag> = {
  ...{ TELLS: 'STORY', ANSWERS: 'STORY', CORRECTS: 'CORRECTION' },
  ...{ PRIVACY: 'WISH', AUDIENCE: 'WISH', DELETION: 'WISH', WITHDRAWS: 'WITHDRAWAL', DISTRESS: 'DANGER' },
  ...{ ASIDE: 'BESIDE', INSTRUCTS: 'BESIDE', ASKS: 'BESIDE', GREETS: 'BESIDE', CLOSES: 'BESIDE' },
};

const turns = new URL('./turns/', import.meta.url);

/** The SHA-256 of everything that the tagger is trained on, as hexadecimal digits. */
export function hashOfTurns(): string {
  const hash = createHash('sha256').update(hashOfTemplates('en'));
  for (const file of turnFiles()) hash.update(`${file}\n`).update(readFileSync(new URL(file, turns)));
  return hash.digest('hex');
}

function turnFiles(): string[] {
  return readdirSync(turns)
    .filter((file) => file.endsWith('.txt'))
    .sort();
}

/** `node print-examples.ts | python3 train.py`: the hash of the data, then a sentence of the templates a line, as JSON. */
if (import.meta.main) {
  const lines = loadExamples(authors(), randomFrom(11), 'en').map(({ text, labels, author }) => {
    const tags = [...new Set(labels.map((label) => TAG_OF[ACT_OF[label]]))];
    return JSON.stringify({ text, tags, author, label: labels[0] });
  });
  process.stdout.write([JSON.stringify({ dataHash: hashOfTurns() }), ...lines, ''].join('\n'));
}
