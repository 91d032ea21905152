import type { Person } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { giveDecisionsBack } from '../kept-decisions.ts';
import { mayBeOne } from '../writing/naming/relations.ts';
import { comparableRelation } from '../writing/spanish/kinship.ts';
import { type FoundPerson, keyOf, type SourceSpan, type Written } from '../writing/writer.ts';

/** Prisma blocks this thread for 0.1 ms per row. */
const rowsAtOnce = 80;

type Mention = SourceSpan & { personId?: string; placeId?: string; date?: string };

/**
 * Stores the people, places and dates mentioned in these readable messages, each once however often it is
 * found. Returns the people's ids by the keys that the writer's cards use.
 */
export async function keepMentions(
  tx: Tx,
  subjectId: string,
  { people, places, dates }: Pick<Written, 'people' | 'places' | 'dates'>,
  texts: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const personIds = await keepPeople(tx, subjectId, people);
  const mentions: Mention[] = people.flatMap((person) =>
    person.mentions.map((span) => ({ ...span, personId: personIds.get(keyOf(person, people)) })),
  );
  for (const { name, kind, mentions: spans } of places) {
    if (kind !== 'PLACE') continue;
    const { id } = await tx.place.upsert({
      where: { subjectId_name: { subjectId, name } },
      create: { subjectId, name },
      update: {},
      select: { id: true },
    });
    mentions.push(...spans.map((span) => ({ ...span, placeId: id })));
  }
  mentions.push(...dates.map(({ messageId, start, end, edtf }) => ({ messageId, start, end, date: edtf })));
  await addMissing(
    tx,
    subjectId,
    mentions.filter((mention) => isInOpenMessage(mention, texts)),
  );
  return personIds;
}

async function keepPeople(tx: Tx, subjectId: string, found: readonly FoundPerson[]) {
  const known = await tx.person.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
  const ids = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const each of found) {
    const { name, relation } = each;
    // Two people found with the same name are different people: a known person that the first one matched
    // can't match the second.
    const same = bearersOf(each, known).filter(({ id }) => taken.get(id) !== name);
    if (same.length > 1 && !relation) continue;
    const person = same.find(({ relationship }) => relationship === relation) ?? same[0];
    if (person?.found) await addKnownFacts(tx, person, { name, relation });
    const id = person?.id ?? (await addFound(tx, subjectId, each));
    ids.set(keyOf(each, found), id);
    taken.set(id, name);
  }
  return ids;
}

async function addFound(tx: Tx, subjectId: string, { name, relation, aliases }: FoundPerson) {
  const data = { subjectId, name, relationship: relation, found: true };
  const { id } = await tx.person.create({ data, select: { id: true } });
  await giveDecisionsBack(tx, subjectId, id, [name, ...aliases]);
  return id;
}

/**
 * Known people with one of these names and a compatible relation. A person whom the family entered with a
 * full name matches whatever relation the words give.
 */
function bearersOf({ name, aliases, relation }: FoundPerson, known: readonly Person[]): Person[] {
  const said = [name, ...aliases].map((each) => each.toLowerCase());
  return known.filter((person) => {
    const named = [person.name, ...person.aliases].filter((each) => said.includes(each.toLowerCase()));
    if (named.length === 0) return false;
    const isEntered = !person.found && named.some((each) => each.includes(' '));
    return (
      isEntered || mayBeOne(comparableRelation(person.relationship), comparableRelation(relation) ?? relation)
    );
  });
}

/** Adds new facts about a known person: the relation, or a fuller name. */
async function addKnownFacts(
  tx: Tx,
  person: Person,
  { name, relation }: Pick<FoundPerson, 'name' | 'relation'>,
) {
  const fuller = !person.membershipId && isFuller(name, person.name);
  const relates = !person.relationship && relation;
  if (!fuller && !relates) return;
  await tx.person.update({
    where: { id: person.id },
    data: { ...(fuller && { name }), ...(relates && { relationship: relation }) },
  });
}

/** "Rosa Delgado" is fuller than "Rosa". */
function isFuller(name: string, known: string): boolean {
  const words = name.toLowerCase().split(' ');
  const before = known.toLowerCase().split(' ');
  return words.length > before.length && before.every((word) => words.includes(word));
}

/** Whether the span really lies in the text of a readable message. */
function isInOpenMessage({ messageId, start, end }: SourceSpan, texts: ReadonlyMap<string, string>): boolean {
  const text = texts.get(messageId);
  return text !== undefined && start >= 0 && start < end && end <= text.length;
}

async function addMissing(tx: Tx, subjectId: string, mentions: readonly Mention[]) {
  const messageIds = [...new Set(mentions.map((mention) => mention.messageId))];
  const stored = await tx.mention.findMany({ where: { messageId: { in: messageIds } } });
  const key = ({
    messageId,
    start,
    end,
    personId,
    placeId,
    date,
  }: Omit<Mention, 'personId' | 'placeId' | 'date'> & {
    personId?: string | null;
    placeId?: string | null;
    date?: string | null;
  }) => [messageId, start, end, personId ?? '', placeId ?? '', date ?? ''].join('|');
  const seen = new Set(stored.map(key));
  const missing = mentions.filter((mention) => {
    const known = seen.has(key(mention));
    seen.add(key(mention));
    return !known;
  });
  const rows = missing.map((mention) => ({ ...mention, id: newId(), subjectId }));
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx.mention.createMany({ data: rows.slice(at, at + rowsAtOnce) });
  }
}

/** Links a card to the people whom the writer found in it, except those whom the family took out. */
export async function tiePeople(tx: Tx, subjectId: string, cardId: string, personIds: readonly string[]) {
  const out = await tx.cardPersonDecision.findMany({
    where: { cardId, isIn: false },
    select: { personId: true },
  });
  const found = new Set(personIds).difference(new Set(out.map(({ personId }) => personId)));
  await tx.cardPerson.createMany({
    data: [...found].map((personId) => ({ subjectId, cardId, personId })),
    skipDuplicates: true,
  });
}
