import { capital, type PersonWords } from './person-words.ts';

/** A person's name in relation to the subject: "Her mother" when only the kinship is known, otherwise the name. */
export function nameBeside(
  { name, relationship }: { name: string; relationship: string | null },
  { their }: PersonWords,
): string {
  return name.toLowerCase() === relationship?.trim().toLowerCase()
    ? `${capital(their)} ${name.toLowerCase()}`
    : name;
}

/** A person as a list to choose from shows them: "Her mother", "Lourdes, sister". */
export function nameAndRelationship(
  person: { name: string; relationship: string | null },
  words: PersonWords,
): string {
  const shown = nameBeside(person, words);
  return person.relationship && shown === person.name ? `${shown}, ${person.relationship}` : shown;
}
