import { relationOf } from '#api/biography/writing/language/kinship.ts';
import type { Candidate, NamedText } from '#api/biography/writing/naming/candidates.ts';
import { type Cluster, clustersOf } from '#api/biography/writing/naming/clusters.ts';
import { isNoPerson } from '#api/biography/writing/naming/kinds.ts';
import { findSpoken, type Spoken } from '#api/biography/writing/naming/spoken.ts';

/** What the words around one name say of whoever bears it. */
export interface Statement {
  /** What they are to the teller; null when it isn't said. */
  relation: string | null;
  /** What they are to somebody of whom only the name is known here. */
  through: { word: string; whose: Candidate } | null;
  /** Where the message first calls the same person by a name, maybe by another one. */
  first: Candidate;
  /** A dog, a boat, a song bears the name, or a village. */
  thing: 'THING' | 'PLACE' | null;
  /** "A girl called", "nicknamed": that it is a person is said. */
  somebody: boolean;
  /** The teller bears the name. */
  self: boolean;
}

/** What is said of the bearer of each name, message by message. */
export function readStatements(
  texts: readonly NamedText[],
  candidates: readonly Candidate[],
): Map<Candidate, Statement> {
  const persons = candidates.filter((candidate) => !isNoPerson(candidate));
  const byText = Map.groupBy(persons, (candidate) => candidate.messageId);
  const statements = new Map<Candidate, Statement>();
  for (const { id, text } of texts) {
    const plain = samePlaces(text);
    const spoken = findSpoken(plain, byText.get(id) ?? []);
    const clusters = clustersOf(spoken, plain);
    const shared = new Map<Cluster, Omit<Statement, 'relation' | 'through'>>();
    for (const one of spoken) {
      const cluster = clusters.get(one);
      if (!one.candidate || !cluster) continue;
      const common = shared.get(cluster) ?? commonOf(cluster, one.candidate);
      shared.set(cluster, common);
      const relation = relationOfName(one, one.candidate, cluster, clusters);
      statements.set(one.candidate, {
        ...common,
        relation: typeof relation === 'string' ? relation : null,
        through: relation instanceof Object ? relation : null,
      });
    }
  }
  return statements;
}

function commonOf(cluster: Cluster, first: Candidate): Omit<Statement, 'relation' | 'through'> {
  const { thing, members, self } = cluster;
  const names = members.filter(({ kind }) => kind === 'NAME');
  const called = names.some(({ gender }) => gender !== null) && names.some(({ again }) => !again);
  return {
    first,
    thing: thing ? (thing.relation === 'place' ? 'PLACE' : 'THING') : null,
    somebody:
      members.some(({ kind }) => kind === 'SOMEBODY' || kind === 'KIN') || (names.length > 1 && called),
    self,
  };
}

function relationOfName(
  one: Spoken,
  candidate: Candidate,
  cluster: Cluster,
  clusters: ReadonlyMap<Spoken, Cluster>,
) {
  const byTitle = titleRelation(candidate);
  // "My grandfather Pop Willis": the words rule over what a title says; "his Aunt Vi" is an aunt of his.
  if (one.whose === null)
    return typeof cluster.relation === 'string' ? cluster.relation : (byTitle ?? cluster.relation);
  const owner = one.whose instanceof Object ? clusters.get(one.whose) : null;
  return (byTitle && owner ? owner.relationOf(byTitle) : byTitle) ?? cluster.relation;
}

/** "Sister Benedicta" is nobody's sister, nor "Mama Folake" a mother; "Aunt Vi" is an aunt. */
function titleRelation({ title }: Candidate): string | null {
  const relation = title ? relationOf(title) : null;
  return relation && /^(?:sister|brother|mother|father)$/.test(relation) ? null : relation;
}

/** Plain quotes and spaces, every offset as before. */
function samePlaces(text: string): string {
  return text.replace(/[’‘ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s/g, ' ');
}
