/** How a language refuses to be recorded. The patterns match plain words. */
export interface Refusing {
  /** Refusals from their first word on. */
  refusals: readonly string[];
  /** Words after which a refusal may begin within a clause: “yes but don’t record it”. */
  joins: string;
  /** Words by which the story quotes somebody else: “my father said, don’t keep it”. */
  quotes: RegExp;
}

/** A refusal begins one of these first clauses, if there is any. */
const firstClauses = 3;

/** Whether words refuse to be recorded. Only the beginning counts, because a story may follow it. */
export function refusesBy({ refusals, joins, quotes }: Refusing): (plainWords: string) => boolean {
  const refusal = new RegExp(`^ *(?<before>(?:(?:\\S+ ){0,8}?(?:${joins}) )?)(?:${refusals.join('|')})`);
  return (plainWords) => {
    const clauses = plainWords.split(/[^\p{L}\p{M}\p{N}' ]+/u).slice(0, firstClauses);
    return clauses.some((clause, at) => {
      const before = refusal.exec(clause)?.groups?.before;
      return before !== undefined && !quotes.test([...clauses.slice(0, at), before].join(' '));
    });
  };
}
