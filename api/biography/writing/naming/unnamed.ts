import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';
import type { NamedText } from '#api/biography/writing/naming/candidates.ts';
import { fullerRelation } from '#api/biography/writing/naming/relations.ts';
import type { FoundPerson, GivenPerson } from '#api/biography/writing/writer.ts';

const MINE = new RegExp(
  `\\b(?:my|our) (?:late |own |dear |poor )*(${KIN_PATTERN})\\b(?!['’]s (?:name|side)|-in|s\\b)`,
  'gi',
);
/** Relations of which a person can have several: "my cousin". */
const MANY =
  /^(?:cousin|friend|neighbor|child|partner|parent|grandparent|teacher|boss|colleague|roommate|twin|aunt|uncle|niece|nephew|godfather|godmother)$/;

/**
 * People mentioned by relation ("my mother") without a name. When somebody with a name has the relation, it
 * is that person for a mother, father, husband or wife; a sister or a brother stays undecided, and no
 * person is added.
 */
export function findUnnamed(
  texts: readonly NamedText[],
  named: FoundPerson[],
  known: readonly GivenPerson[] = [],
): FoundPerson[] {
  const found = new Map<string, FoundPerson>();
  for (const { id, text } of texts) {
    for (const match of text.matchAll(MINE)) {
      const relation = relationOf(match[1] ?? '');
      if (!relation || MANY.test(relation)) continue;
      const mention = { messageId: id, start: match.index, end: match.index + match[0].length };
      const holders = named.filter(
        (person) =>
          person.relation === relation ||
          (person.relation && fullerRelation(relation, person.relation) !== relation),
      );
      const only = /^(?:mother|father|husband|wife)$/.test(relation);
      if (holders.length > 0) {
        if (holders.length === 1 && only) addOnce(holders[0] as FoundPerson, mention);
        continue;
      }
      const earlier = known.filter((person) => person.relation === relation && !isRelation(person.name));
      if (earlier.length > 1 || (earlier.length === 1 && !only)) continue;
      if (earlier[0]) {
        const { name } = earlier[0];
        const person = found.get(relation) ?? { name, named: true, relation, aliases: [], mentions: [] };
        person.mentions.push(mention);
        found.set(relation, person);
        continue;
      }
      const name = relation.charAt(0).toUpperCase() + relation.slice(1);
      const person = found.get(relation) ?? { name, named: false, relation, aliases: [], mentions: [] };
      person.mentions.push(mention);
      found.set(relation, person);
    }
  }
  return [...found.values()];
}

/** "Mother" as a name stands for a person whose name isn't known. */
function isRelation(name: string): boolean {
  return relationOf(name) !== null;
}

function addOnce(person: FoundPerson, mention: FoundPerson['mentions'][number]) {
  const there = person.mentions.some(
    (other) =>
      other.messageId === mention.messageId && mention.start < other.end && other.start < mention.end,
  );
  if (!there) person.mentions.push(mention);
}
