/** The person whom a call is for, as those who answer the phone may name them. */
export type CalledPerson = {
  preferredName: string;
  fullName?: string | null;
  /** As the family wrote them, such as “she/her”. */
  pronouns?: string | null;
  /** What the interviewer has said: its names are those of other people, such as the daughter for whom it calls. */
  heardBefore?: string;
};

export type Gender = 'SHE' | 'HE' | 'THEY';

/** The genders that the person may have: one where the pronouns are known. */
export function gendersOf({ pronouns }: CalledPerson): readonly Gender[] {
  const words = plainWords(pronouns ?? '').split(/[^a-z]+/);
  const genders: Gender[] = [
    ...(words.some((word) => ['she', 'her', 'ella'].includes(word)) ? (['SHE'] as const) : []),
    ...(words.some((word) => ['he', 'him', 'el'].includes(word)) ? (['HE'] as const) : []),
    ...(words.some((word) => ['they', 'them', 'elle'].includes(word)) ? (['THEY'] as const) : []),
  ];
  return genders.length ? genders : ['SHE', 'HE'];
}

/** Lower-case words without accents, with plain apostrophes and one space between them. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** The word that stands for the person's names, so that the patterns are the same for everybody. */
export const nameToken = 'xname';

/** Titles that a person of this gender doesn't have: “Mr. Byrne” is the husband of Mrs. Byrne. */
const otherTitles: Partial<Record<Gender, string>> = {
  SHE: 'mr|mister|uncle|grandpa|father|(?:el )?(?:senor|sr|don|tio|abuelo|padre)',
  HE: 'mrs|ms|miss|missus|aunt|auntie|grandma|granny|nana|sister|lady|(?:la )?(?:senora|sra|dona|senorita|tia|abuela|doctora|hermana)',
};

/** Plain words with the token in place of the person's names: the preferred one, the full one, its first and last. */
export function withNameToken(said: string, person: CalledPerson, titles: string): string {
  const { preferredName, fullName } = person;
  const full = plainWords(fullName ?? '');
  const first = full.split(' ')[0] ?? '';
  const names = [full, plainWords(preferredName), first].filter((name) => name !== '');
  if (!names.length) return said;
  const last = full.split(' ').at(-1) ?? '';
  const any = new RegExp(
    `(?<!\\b(?:i|we|you|she|he|se fue la|se ha ido la|hay) )\\b(?:${names.map(escaped).join('|')})\\b(?! (?:i|be)\\b)`,
    'g',
  );
  const [gender, another] = gendersOf(person);
  const ofOthers = !another && gender && otherTitles[gender];
  const own = ofOthers ? `(?!(?:${ofOthers})\\.? )` : '';
  const titled = new RegExp(
    `\\b${own}(?:${titles})\\.? (?:${nameToken}${last && `|${escaped(last)}`})\\b`,
    'g',
  );
  return said.replace(any, nameToken).replace(titled, nameToken);
}

/** The capitalized words in the sentences that the interviewer said, without the person's own names. */
export function otherNames(person: CalledPerson): ReadonlySet<string> {
  const own = `${person.preferredName} ${person.fullName ?? ''}`;
  const ownWords = new Set(plainWords(own).split(' '));
  const names = person.heardBefore?.match(/(?<=[^.!?…]\s)\p{Lu}\p{L}+/gu) ?? [];
  return new Set(names.map(plainWords).filter((name) => !ownWords.has(name)));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
