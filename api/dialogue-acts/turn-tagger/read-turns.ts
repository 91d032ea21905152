import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '#api/language/languages.ts';

const folders: Record<Language, URL> = {
  en: new URL('./turns/', import.meta.url),
  es: new URL('./turns-es/', import.meta.url),
};

/** The files of turns that people wrote in a language, by name. */
export function turnFiles(language: Language): { name: string; text: string }[] {
  const folder = folders[language];
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/** A long answer has at least so many words. */
const LONG = 90;

/** Long answers in which nothing is marked, because everything in them is told. */
export function longAnswers(language: Language): { author: string; text: string }[] {
  return turnFiles(language).flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => !line.includes('[') && line.split(' ').length >= LONG)
      .map((line) => ({ author: name.replace(/\.txt$/, ''), text: line.trim() })),
  );
}
