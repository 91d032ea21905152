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
