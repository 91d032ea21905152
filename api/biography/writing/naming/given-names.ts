import { fold } from '#api/biography/writing/language/words.ts';
import names from './given-names.json' with { type: 'json' };

export type Gender = 'F' | 'M' | 'N';

const GENDERS = new Map<string, Gender>();
for (const [gender, byLetter] of [
  ['F', names.female],
  ['M', names.male],
] as const) {
  for (const line of Object.values(byLetter))
    for (const name of line.split(' '))
      GENDERS.set(name, GENDERS.has(name) && GENDERS.get(name) !== gender ? 'N' : gender);
}

/** The gender of a given name of any language: female, male or either; null when it is not a given name. */
export function genderOfName(name: string): Gender | null {
  const low = fold(name).replace(/[łđøıæß]/g, (letter) => PLAIN[letter] ?? letter);
  return GENDERS.get(low) ?? GENDERS.get(low.split(/[ -]/)[0] ?? '') ?? null;
}

/** Whether it is a given name of any language, spelled with or without accents. */
export function isGivenName(name: string): boolean {
  return genderOfName(name) !== null;
}

/** Letters that Unicode normalisation doesn't reduce. */
const PLAIN: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i', æ: 'ae', ß: 'ss' };
