import { relationOf } from '#api/biography/writing/language/kinship.ts';
import type { Candidate, NamedText } from '#api/biography/writing/naming/candidates.ts';
import { type Cluster, clustersOf } from '#api/biography/writing/naming/clusters.ts';
import { isNoPerson } from '#api/biography/writing/naming/kinds.ts';
import { findSpoken, type Spoken } from '#api/biography/writing/naming/spoken.ts';

/** What the words around a name say about its bearer. */
export interface Statement {
  /** The relation to the subject; null when it isn't stated. */
  relation: string | null;
  /** The relation to somebody of whom only the name is known. */
  through: { word: string; whose: Candidate } | null;
  /** The first name that the message uses for the same person, perhaps another one. */
  first: Candidate;
  /** The bearer is a dog, a boat or a song, or a village. */
  thing: 'THING' | 'PLACE' | null;
  /** "A girl called", "nicknamed": the words show that it is a person. */
  somebody: boolean;
  /** The bearer is the subject. */
  self: boolean;
}

/** What is said about the bearer of each name, message by message. */
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
  // "My grandfather Pop Willis": the words take precedence over the title; "his Aunt Vi" is his aunt.
  if (one.whose === null)
    return typeof cluster.relation === 'string' ? cluster.relation : (byTitle ?? cluster.relation);
  const owner = one.whose instanceof Object ? clusters.get(one.whose) : null;
  return (byTitle && owner ? owner.relationOf(byTitle) : byTitle) ?? cluster.relation;
}

/**
 * The relation in a title. "Sister Benedicta" is nobody's sister and "Mama Folake" nobody's mother, but
 * "Aunt Vi" is an aunt.
 */
function titleRelation({ title }: Candidate): string | null {
  const relation = title ? relationOf(title) : null;
  return relation && /^(?:sister|brother|mother|father)$/.test(relation) ? null : relation;
}

/** Replaces quotes and spaces with plain ones without changing any offset. */
function samePlaces(text: string): string {
  return text.replace(/[’‘ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s/g, ' ');
}
