interface Placed {
  node: { id: string; createdAt: string };
}

/** Sorts messages newest first and removes duplicates; messages that were committed late are placed by their time. */
export function arranged<Edge extends Placed>(edges: readonly Edge[]): Edge[] {
  const seen = new Set<string>();
  const once = edges.filter(({ node }) => !seen.has(node.id) && seen.add(node.id));
  return inOrder(once) ? once : once.sort(newestFirst);
}

function newestFirst({ node: a }: Placed, { node: b }: Placed): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

function inOrder(edges: readonly Placed[]): boolean {
  return edges.every((edge, i) => i === 0 || newestFirst(edges[i - 1] as Placed, edge) <= 0);
}
