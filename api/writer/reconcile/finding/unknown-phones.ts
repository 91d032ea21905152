import { plain } from '#api/biography/writing/language/words.ts';
import { readCommand } from '#api/consent/read-command.ts';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { Language } from '#api/language/languages.ts';
import { revealsCodeWord } from '#api/platform/domain-values/code-word.ts';
import type { FoundMatch, ReconciledBook } from './book.ts';
import { type BookName, foldName, namesOf } from './book-names.ts';
import { readsAsAnothers, saysName } from './who-writes.ts';

/** The subject, with what they want kept private. */
export type TextedSubject = {
  fullName: string;
  preferredName: string;
  codeWord: string | null;
  language: Language;
  privateThemes: readonly string[];
};

/** The texts of a phone that nobody has, oldest first. */
export type UnknownPhone = { id: string; texts: readonly { id: string; text: string }[] };

export type PhoneReason = 'SAYS_NAME' | 'NAMES';

export type FoundPhone = {
  id: string;
  reason: PhoneReason;
  texts: { id: string; isPrivate: boolean }[];
  matches: FoundMatch[];
};

/** The weight that the names of a book must have together in the words of a phone. */
const enough = 1.5;

/**
 * Finds the phones whose texts may be the subject's: they say that the subject writes, or name at least two people or
 * places of the book that aren't common. Commands such as STOP are no part of them, and words that ask for privacy
 * count for nothing.
 */
export function findUnknownPhones({
  book,
  subject,
  phones,
}: {
  book: ReconciledBook;
  subject: TextedSubject;
  phones: readonly UnknownPhone[];
}): FoundPhone[] {
  const names = namesOf(book, subject);
  return phones.flatMap(({ id, texts }) => {
    // Compares the names first, because reading an utterance takes long.
    if (!reasonFor(texts, names, subject)) return [];
    const told = withPrivacy(
      texts.filter(({ text }) => !readCommand(text, subject.language)),
      subject,
    );
    const open = told.filter(({ isPrivate }) => !isPrivate);
    const found = reasonFor(open, names, subject);
    if (!found) return [];
    const read = told.map((each) => ({ id: each.id, isPrivate: each.isPrivate }));
    return [{ id, texts: read, ...found }];
  });
}

/**
 * Which texts of a shared phone are private, because one of the people who may have written them wants that.
 */
export function readPrivacy({
  texts,
  subjects,
}: {
  texts: readonly { id: string; text: string }[];
  subjects: readonly TextedSubject[];
}): { id: string; isPrivate: boolean }[] {
  const kept = new Set(
    subjects.flatMap((subject) =>
      withPrivacy(texts, subject)
        .filter(({ isPrivate }) => isPrivate)
        .map(({ id }) => id),
    ),
  );
  return texts.map(({ id }) => ({ id, isPrivate: kept.has(id) }));
}

function reasonFor(
  texts: readonly { text: string }[],
  names: readonly BookName[],
  subject: TextedSubject,
): { reason: PhoneReason; matches: FoundMatch[] } | null {
  const all = texts.map(({ text }) => plain(text).trim()).filter((text) => text !== '');
  if (all.length === 0 || all.some((text) => readsAsAnothers(text, subject))) return null;
  const named = namedIn(all.join('\n'), names);
  const matches = named.map(({ match }) => match);
  const said = saysName(all, subject);
  if (said === 'FULL_NAME') return { reason: 'SAYS_NAME', matches };
  // Others have the same first name: something else must agree with it.
  if (said === 'FIRST_NAME' && (named.length > 0 || all.some((text) => speaksOfUs.test(text))))
    return { reason: 'SAYS_NAME', matches };
  const weight = named.reduce((sum, each) => sum + each.weight, 0);
  const isTold = all.some((text) => tellsOfLife.test(text)) && !all.some((text) => isBusiness.test(text));
  return named.length >= 2 && weight >= enough && isTold ? { reason: 'NAMES', matches } : null;
}

/** Words about a new telephone, the calls or the stories. */
const speaksOfUs =
  /\b(?:new|other|another|old|different|borrowed) (?:phone|number|telephone|cell)|\bmy (?:stor(?:y|ies)|book)\b|\byou (?:called|asked|rang)\b|\bevertold\b|\bnuevo (?:número|teléfono|celular)|\botro (?:número|teléfono|celular)|\bmis? (?:historias?|libro)\b/iu;

/** A telling has an "I" or "we" in it, or tells of the past. */
const tellsOfLife =
  /\b(?:i|i'm|i've|i'd|we|we'd|we've|me|my|myself|us|our|ours|yo|mi|mis|nos|nosotros|nosotras|nuestr[oa]s?|was|were|had|used to|did|came|went|kept|said|told|fell|made|took|gave|got|left|brought|\p{L}{2,}ed|era|eran|había|tenía|\p{L}{2,}(?:aba|aban|ían))\b/iu;

/** Words of shops, offices and strangers with a request. */
const isBusiness =
  /https?:|\breply (?:\p{L}+ )?to\b|\bopt out\b|\bunsubscribe\b|\d ?% off|\b(?:appointment|booking|reservation|order|delivery|payment|invoice|open house|past due|is ready|confirmed|newsletter|reporter|journalist|how much (?:is|does)|your books?|su pedido|tu pedido|cita)\b/iu;

/** The names that the words contain, each person and place once. */
function namedIn(text: string, names: readonly BookName[]): BookName[] {
  const folded = foldName(text);
  const isLowerCase = !/\p{Lu}/u.test(text);
  const taken: { start: number; end: number }[] = [];
  const found = new Map<string, BookName>();
  for (const name of names) {
    if (found.has(name.of)) continue;
    for (const { index, 0: words } of folded.matchAll(name.pattern)) {
      const end = index + words.length;
      if (taken.some((span) => index < span.end && span.start < end)) continue;
      // A name of one word may be an ordinary word, such as "rose", unless the whole text has no capitals.
      if (!isLowerCase && !words.includes(' ') && !/^\p{Lu}/u.test(text.slice(index))) continue;
      taken.push({ start: index, end });
      found.set(name.of, name);
      break;
    }
  }
  return [...found.values()];
}

/** Reads each text for wishes for privacy, as the conversation would that they may become. */
function withPrivacy<T extends { text: string }>(
  texts: readonly T[],
  { codeWord, language, privateThemes }: TextedSubject,
): (T & { isPrivate: boolean })[] {
  const read = texts.map((each) => ({ ...each, isPrivate: false, tells: false }));
  const themes = [...privateThemes];
  let isAnnounced = false;
  for (const [at, each] of read.entries()) {
    const before = read.slice(0, at);
    const { privateScope, privateTheme, reachesBackTo, toldWords } = listen(each.text, {
      ...withoutConversation,
      language,
      privacyAnnounced: isAnnounced,
      earlier: before.map(({ text }) => text),
    });
    each.tells = toldWords > 0;
    each.isPrivate =
      privateScope !== null ||
      isAnnounced ||
      revealsCodeWord(each.text, codeWord) ||
      touchesAvoided(themes, each.text, [], language);
    isAnnounced = privateScope === 'THIS_AND_NEXT';
    const about = privateTheme ?? reachesBackTo;
    const named = about ? before.filter(({ text }) => touchesAvoided([about], text, [], language)) : [];
    // Without a theme it is about the last story; without one, about everything before.
    const last = before.slice(
      Math.max(
        0,
        before.findLastIndex(({ tells }) => tells),
      ),
    );
    const withheld = named.length > 0 ? named : privateScope === 'THIS_AND_BEFORE' ? last : [];
    for (const earlier of withheld) earlier.isPrivate = true;
    if (privateTheme) themes.push(privateTheme);
  }
  return read;
}
