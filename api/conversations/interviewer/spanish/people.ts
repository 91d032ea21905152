import type { SubjectFacts, TurnRequest } from '../request.ts';
import { bare } from './plain.ts';

/** The family enters relationships in English; Spanish ones are kept. */
const RELATIONS: Record<string, string> = {
  daughter: 'hija',
  son: 'hijo',
  granddaughter: 'nieta',
  grandson: 'nieto',
  grandchild: 'nieta o nieto',
  'great-granddaughter': 'bisnieta',
  'great-grandson': 'bisnieto',
  niece: 'sobrina',
  nephew: 'sobrino',
  sister: 'hermana',
  brother: 'hermano',
  wife: 'esposa',
  husband: 'esposo',
  mother: 'mamá',
  father: 'papá',
  'daughter-in-law': 'nuera',
  'son-in-law': 'yerno',
  stepdaughter: 'hijastra',
  stepson: 'hijastro',
  goddaughter: 'ahijada',
  godson: 'ahijado',
  cousin: '',
  aunt: 'tía',
  uncle: 'tío',
  partner: 'pareja',
};
const SPANISH = new Set(
  'hija hijo nieta nieto bisnieta bisnieto sobrina sobrino hermana hermano esposa esposo mama papa nuera yerno hijastra hijastro ahijada ahijado tia tio prima primo comadre compadre amiga amigo vecina vecino pareja marido cunada cunado'.split(
    ' ',
  ),
);

/** “Su hija Ana”, or only the name where the relationship has no certain word. */
export function relative(name: string, relationship: string | null): string {
  const low = relationship?.trim().toLowerCase() ?? '';
  const word = RELATIONS[low] ?? (SPANISH.has(bare(low)) ? low : '');
  return word && !word.includes(' ') ? `su ${word} ${name}` : name;
}

/** “Your daughter Ana”, as other parts of the product call a member, in Spanish. */
export function memberInSpanish(called: string): string {
  const [, relationship = '', name = ''] = /^your ([\p{L}-]+(?: [\p{L}-]+)?) (\S+)$/u.exec(called) ?? [];
  return name ? relative(name, relationship) : called;
}

export function onWhoseBehalf({ subject }: TurnRequest): string | null {
  const { onBehalfOf, isSelf } = subject;
  if (isSelf || !onBehalfOf) return null;
  return relative(onBehalfOf.name, onBehalfOf.relationship);
}

/** The pronoun for the person as an object: “la llamo”, “lo llamo”, or “le” where their gender isn't known. */
export function objectPronoun({ pronouns }: Pick<SubjectFacts, 'pronouns'>): 'la' | 'lo' | 'le' {
  const low = bare(pronouns ?? '');
  if (/^(?:she|her|ella)\b/.test(low)) return 'la';
  return /^(?:he|him|el)\b/.test(low) ? 'lo' : 'le';
}

const list = new Intl.ListFormat('es');
export const listOf = (names: readonly string[]) => list.format(names);
