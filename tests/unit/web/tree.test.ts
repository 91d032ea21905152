import { describe, expect, test } from 'vitest';
import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import {
  familyTree,
  memberLike,
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
    aliases: [],
    relationship,
    relatives: ties.flatMap(([one, kind, other]) => [
      ...(one === name ? [{ kind, person: { id: other } }] : []),
      ...(other === name ? [{ kind: inverse[kind], person: { id: one } }] : []),
    ]),
  }));
}

const alma = { fullName: 'Alma Rourke', preferredName: 'Alma', selfUserId: 'alma’s account' };
const treeOf = (all: TreePerson[]) => familyTree(all, alma);
const named = (list: readonly TreePerson[]) => list.map(({ name }) => name);

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
    expect(treeOf([])).toEqual({ rows: [{ generation: 0, groups: [] }], families: [], unrelated: [] });
    expect(treeOf(people({ Gus: 'friend', Ida: null })).families).toEqual([]);
  });

  test('sorts generations from the eldest, without friends', () => {
    const { rows, families } = treeOf(people({ Sam: 'son', Gus: 'friend', Ma: 'mother' }));

    expect(said(rows)).toEqual(['1: Ma', '0: ', '-1: Sam']);
    expect(families).toEqual([]);
  });

  test('places people by their relations to those whose generation is known', () => {
    const { rows } = treeOf(
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
    expect(said(treeOf(all).rows)).toEqual(['1: Ma Pa', '0: Lea, Tom Una Vi (Ma & Pa)']);
    const [parents, own] = treeOf(all).rows.map(({ groups }) => groups.at(-1)?.people ?? []);
    const names = (people: TreePerson[] = []) =>
      sideBySide(people).map((list) => list.map(({ name }) => name));
    expect(names(parents)).toEqual([['Ma', 'Pa']]);
    expect(names(own)).toEqual([['Tom', 'Una'], ['Vi']]);
  });

  test('shows a family without a tie to the subject by itself', () => {
    const { rows, families } = treeOf(
      people({ Ma: 'mother', Olsen: 'neighbour', Kit: null, Gus: 'friend' }, [['Kit', 'PARENT', 'Olsen']]),
    );
    expect(said(rows)).toEqual(['1: Ma', '0: ']);
    expect(families.map(said)).toEqual([['0: Olsen', '-1: Kit (Olsen)']]);
  });

  test('ends where the relations contradict the generations', () => {
    const { rows } = treeOf(people({ Ma: 'mother', Rosa: 'daughter' }, [['Ma', 'SIBLING', 'Rosa']]));
    expect(said(rows)).toEqual(['1: Ma', '0: ', '-1: Rosa']);
    expect(namesInWords([{ name: 'Ann' }, { name: 'Bob' }])).toBe('Ann and Bob');
  });

  test('has whoever the family says is related, in their own words', () => {
    const { rows, unrelated } = treeOf(
      people({
        Des: 'Alma’s late husband',
        Con: 'Second husband',
        Ada: 'older sister of Alma Rourke',
        Tim: 'Stepson',
        Bo: 'little brother-in-law',
        Una: null,
        Gus: 'friend',
      }),
    );
    expect(said(rows)).toEqual(['0: Des Con Ada Bo', '-1: Tim']);
    expect(named(unrelated)).toEqual(['Una']);
  });

  test('relates people to the one other person whom their relation names, and to none of two', () => {
    const all = people({
      'Gideon Bell': 'brother',
      Nan: 'Gideon’s wife',
      Lee: 'son of Gideon Bell',
      Ann: 'neighbour',
      'Ann Moe': null,
      Kit: 'Ann’s daughter',
      Joe: 'sister of Nobody',
    });
    const { rows, families, unrelated } = treeOf(all);
    expect(said(rows)).toEqual(['0: Gideon Bell Nan', '-1: Lee (Gideon Bell)']);
    expect(families).toEqual([]);
    expect(named(unrelated)).toEqual(['Ann Moe']);
  });

  test('has a person as the member who they are says, and the subject once', () => {
    const [tess, al, rosa] = people({ Tess: null, 'Al R.': null, Rosa: null }, [['Al R.', 'CHILD', 'Rosa']]);
    const { rows, unrelated } = treeOf([
      { ...(tess as TreePerson), member: { relationship: 'daughter', user: { id: 'tess’s account' } } },
      { ...(al as TreePerson), member: { relationship: null, user: { id: 'alma’s account' } } },
      rosa as TreePerson,
    ]);
    expect(said(rows)).toEqual(['0: ', '-1: Tess Rosa']);
    expect(unrelated).toEqual([]);
  });

  test('offers a member for a person only where one of that name says what they are', () => {
    const [tess, ann] = people({ Tess: null, 'Ann Moe': null }) as [TreePerson, TreePerson];
    const member = (name: string, relationship: string | null) => ({
      relationship,
      user: { id: `${name}’s account`, name },
    });
    const daughter = member('Tess Rourke', 'daughter');
    const like = (person: TreePerson, members: ReturnType<typeof member>[], all = [tess, ann]) =>
      memberLike(person, all, members, alma);

    expect(like(tess, [daughter, member('Paul Rourke', 'son')])).toBe(daughter);
    expect(like(ann, [member('Ann Rourke', 'niece')])).toBeNull();
    expect(like(tess, [daughter, member('Tess Moe', 'cousin')])).toBeNull();
    expect(like(tess, [member('Tess Rourke', null)])).toBeNull();
    expect(like(tess, [daughter], [tess, { ...ann, member: daughter }])).toBeNull();
  });
});
