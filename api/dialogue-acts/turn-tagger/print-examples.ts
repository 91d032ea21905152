import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Language, languages } from '#api/language/languages.ts';
import { randomFrom } from '#api/language/linear-training.ts';
import { ACT_OF, type Act } from '../labels.ts';
import { authors, hashOfTemplates, loadExamples } from '../train.ts';
import type { Tag } from './tagger.ts';

const TAG_OF: Record<Act, Tag> = {
  ...{ TELLS: 'STORY', ANSWERS: 'STORY', CORRECTS: 'CORRECTION' },
  ...{ PRIVACY: 'WISH', AUDIENCE: 'WISH', DELETION: 'WISH', WITHDRAWS: 'WITHDRAWAL', DISTRESS: 'DANGER' },
  ...{ ASIDE: 'BESIDE', INSTRUCTS: 'BESIDE', ASKS: 'BESIDE', GREETS: 'BESIDE', CLOSES: 'BESIDE' },
};

const folders: Record<Language, URL> = {
  en: new URL('./turns/', import.meta.url),
  es: new URL('./turns-es/', import.meta.url),
};

/** The SHA-256 of everything that the tagger of a language is trained on, as hexadecimal digits. */
export function hashOfTurns(language: Language): string {
  const hash = createHash('sha256').update(hashOfTemplates(language));
  const folder = folders[language];
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(new URL(file, folder)));
  return hash.digest('hex');
}

/** `node print-examples.ts en | python3 train.py en`: the hash of the data, then a sentence of the templates a line, as JSON. */
if (import.meta.main) {
  const language = languages.find((each) => each === process.argv[2]);
  if (!language) throw new Error(`Name a language: ${languages.join(', ')}`);
  const lines = loadExamples(authors(language), randomFrom(11), language).map(({ text, labels, author }) => {
    const tags = [...new Set(labels.map((label) => TAG_OF[ACT_OF[label]]))];
    return JSON.stringify({ text, tags, author, label: labels[0] });
  });
  process.stdout.write([JSON.stringify({ dataHash: hashOfTurns(language) }), ...lines, ''].join('\n'));
}
