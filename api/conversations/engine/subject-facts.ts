import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { SubjectFacts } from '#api/conversations/interviewer/request.ts';
import { languageOf } from '#api/language/languages.ts';

/**
 * What the family entered about a subject, in the form that the interviewer uses. `namedThemes` come from private
 * words.
 */
export function subjectFacts(subject: {
  language: string;
  fullName: string;
  preferredName: string;
  pronouns: string | null;
  birthDate: string | null;
  timeZone: string;
  phone: string | null;
  avoidedThemes: string[];
  namedThemes: { theme: string }[];
  people: { name: string }[];
}): Omit<SubjectFacts, 'isSelf' | 'onBehalfOf'> {
  const { fullName, preferredName, pronouns, birthDate, timeZone, phone, people } = subject;
  const language = languageOf(subject.language);
  const { avoidedThemes, namedThemes } = subject;
  const confidedThemes = [...new Set(namedThemes.map(({ theme }) => theme))].filter(
    (theme) => !avoidedThemes.includes(theme),
  );
  const birthYear = birthDate?.match(/^\d{4}/)?.[0];
  return {
    language,
    fullName,
    preferredName,
    pronouns,
    birthYear: birthYear ? Number(birthYear) : null,
    timeZone,
    country: (phone && parsePhoneNumberFromString(phone)?.country) || null,
    avoidedThemes: [...avoidedThemes, ...confidedThemes],
    confidedThemes,
    people: people.map(({ name }) => name),
  };
}

/** The person on whose behalf the interviewer speaks: the member who holds the conversation, else the first owner. */
export function onBehalfOf(
  subject: {
    selfUserId: string | null;
    members: { userId: string; role: string; relationship: string | null; user: { name: string } }[];
  },
  heldById: string | null,
): SubjectFacts['onBehalfOf'] {
  if (subject.selfUserId !== null && heldById === subject.selfUserId) return null;
  const others = subject.members.filter((member) => member.userId !== subject.selfUserId);
  const member =
    others.find((other) => other.userId === heldById) ?? others.find((other) => other.role === 'OWNER');
  return member ? { name: member.user.name, relationship: member.relationship } : null;
}

/** A seed from an id; the last digits of an id are random. */
export function seedOf(id: string): number {
  return Number.parseInt(id.slice(-8), 16);
}
