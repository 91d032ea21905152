import { describe, expect, test } from 'vitest';
import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import {
  familyTree,
  namesInWords,
  sideBySide,
  type TreePerson,
  type TreeRow,
} from '#web/people/family/tree.ts';

type Tie = [name: string, kind: RelativeKind, other: string];
const inverse: Record<RelativeKind, RelativeKind> = {
  PARENT: 'CHILD',
  CHILD: 'PARENT',
  PARTNER: 'PARTNER',
  SIBLING: 'SIBLING',
};

/** People by name; a tie says what the other one is to the first. */
function people(names: Record<string, string | null>, ties: Tie[] = []): TreePerson[] {
  return Object.entries(names).map(([name, relationship]) => ({
    id: name,
    name,
    relationship,
    relatives: ties.flatMap(([one, kind, other]) => [
      ...(one === name ? [{ kind, person: { id: other } }] : []),
      ...(other === name ? [{ kind: inverse[kind], person: { id: one } }] : []),
    ]),
  }));
}

/** Rows as "generation: people (parents)". */
const said = (rows: TreeRow<TreePerson>[]) =>
  rows.map(({ generation, groups }) => {
    const lists = groups.map(({ parents, people }) => {
      const of = parents.length > 0 ? ` (${parents.map(({ name }) => name).join(' & ')})` : '';
      return people.map(({ name }) => name).join(' ') + of;
    });
    return `${generation}: ${lists.join(', ')}`;
  });

describe('The family tree', () => {
  test('has the row of the subject even where nobody is known', () => {
    expect(familyTree([])).toEqual({ rows: [{ generation: 0, groups: [] }], families: [] });
    expect(familyTree(people({ Gus: 'friend', Ida: null })).families).toEqual([]);
  });

  test('sorts generations from the eldest, without friends', () => {
    const { rows, families } = familyTree(people({ Sam: 'son', Gus: 'friend', Ma: 'mother' }));

    expect(said(rows)).toEqual(['1: Ma', '0: ', '-1: Sam']);
    expect(families).toEqual([]);
  });

  test('places people by their relations to those whose generation is known', () => {
    const { rows } = familyTree(
      people({ Rosa: 'daughter', Ben: null, Cid: null, Ma: 'mother', Gran: null }, [
        ['Rosa', 'CHILD', 'Ben'],
        ['Ben', 'SIBLING', 'Cid'],
        ['Ma', 'PARENT', 'Gran'],
      ]),
    );
    expect(said(rows)).toEqual(['2: Gran', '1: Ma (Gran)', '0: ', '-1: Rosa', '-2: Cid, Ben (Rosa)']);
  });

  test('puts siblings together and a partner beside them', () => {
    const all = people(
      { Ma: 'mother', Pa: 'father', Tom: 'brother', Una: null, Vi: 'sister', Lea: 'cousin' },
      [
        ['Ma', 'PARTNER', 'Pa'],
        ['Tom', 'PARENT', 'Ma'],
        ['Tom', 'PARENT', 'Pa'],
        ['Vi', 'PARENT', 'Pa'],
        ['Vi', 'PARENT', 'Ma'],
        ['Una', 'PARTNER', 'Tom'],
      ],
    );
    expect(said(familyTree(all).rows)).toEqual(['1: Ma Pa', '0: Lea, Tom Una Vi (Ma & Pa)']);
    const [parents, own] = familyTree(all).rows.map(({ groups }) => groups.at(-1)?.people ?? []);
    const names = (people: TreePerson[] = []) =>
      sideBySide(people).map((list) => list.map(({ name }) => name));
    expect(names(parents)).toEqual([['Ma', 'Pa']]);
    expect(names(own)).toEqual([['Tom', 'Una'], ['Vi']]);
  });

  test('shows a family without a tie to the subject by itself', () => {
    const { rows, families } = familyTree(
      people({ Ma: 'mother', Olsen: 'neighbour', Kit: null, Gus: 'friend' }, [['Kit', 'PARENT', 'Olsen']]),
    );
    expect(said(rows)).toEqual(['1: Ma', '0: ']);
    expect(families.map(said)).toEqual([['0: Olsen', '-1: Kit (Olsen)']]);
  });

  test('ends where the relations contradict the generations', () => {
    const { rows } = familyTree(people({ Ma: 'mother', Rosa: 'daughter' }, [['Ma', 'SIBLING', 'Rosa']]));
    expect(said(rows)).toEqual(['1: Ma', '0: ', '-1: Rosa']);
    expect(namesInWords([{ name: 'Ann' }, { name: 'Bob' }])).toBe('Ann and Bob');
  });
});
