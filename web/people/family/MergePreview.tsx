import { useQuery } from '@apollo/client/react';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import { storiesInWords } from './roles.ts';
import { PeopleToMergeDocument } from './SavePerson.graphql.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];

/** What the person kept of two will have: their own facts, and those of the other where they have none. */
export function MergePreview({
  subjectId,
  person,
  other,
}: {
  subjectId: string;
  person: Person;
  other: Person;
}) {
  const variables = { subjectId, keepId: person.id, otherId: other.id };
  const { data, error } = useQuery(PeopleToMergeDocument, { variables, fetchPolicy: 'network-only' });
  const { kept, merged } = data?.subject ?? {};
  const stories = new Set([...person.cards, ...other.cards].map(({ id }) => id)).size;
  const facts = [
    keptOf(person.relationship, other.relationship),
    keptOf(livingInWords(person), livingInWords(other)),
    keptOf(person.bornText && `born ${person.bornText}`, other.bornText && `born ${other.bornText}`),
    keptOf(person.diedText && `died ${person.diedText}`, other.diedText && `died ${other.diedText}`),
  ].filter(Boolean);
  const names = new Set([...person.aliases, other.name, ...other.aliases]);
  names.delete(person.name);
  const lines = [
    facts.join(', '),
    [storiesInWords(stories), kept && merged && keepsakesInWords(both(kept.keepsakes, merged.keepsakes))]
      .filter(Boolean)
      .join(', '),
    kept && merged && relativesInWords([...kept.relatives, ...merged.relatives], [person.id, other.id]),
    kept && merged && memberInWords(kept.member ?? merged.member),
    error && 'The keepsakes and relatives did not load.',
  ].filter(Boolean);
  return (
    <>
      <p>
        <b>{person.name}</b>
        {names.size > 0 && `, also called ${[...names].join(', ')}`}
      </p>
      {lines.map((line) => (
        <p key={String(line)} className="note">
          {line}
        </p>
      ))}
    </>
  );
}

/** The value that stays, with the one that is given up. */
function keptOf(kept: string | null, other: string | null): string | null {
  return kept && other && kept !== other ? `${kept} (not ${other})` : (kept ?? other);
}

function livingInWords({ living }: Person): string | null {
  if (living === null) return null;
  return living ? 'living' : 'has died';
}

function both(one: readonly { id: string }[], other: readonly { id: string }[]): number {
  return new Set([...one, ...other].map(({ id }) => id)).size;
}

function keepsakesInWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 keepsake' : `${count} keepsakes`;
}

function relativesInWords(
  relatives: readonly { person: { id: string; name: string } }[],
  merged: readonly string[],
): string | null {
  const names = new Map(relatives.map(({ person }) => [person.id, person.name]));
  for (const id of merged) names.delete(id);
  return names.size > 0 ? `Related to ${[...names.values()].join(', ')}` : null;
}

function memberInWords(member: { user: { name: string } } | null): string | null {
  return member && `One of the members: ${member.user.name}`;
}
