import type { CardDraft, WriteRequest } from '#api/biography/writing/writer.ts';

/** A line for the call log: what was told, in the order in which it was told, and who was in it. */
export function summaryOf(
  request: WriteRequest,
  cards: readonly CardDraft[],
  named: ReadonlySet<string>,
): string {
  const name = request.subject.preferredName;
  const titles = [...new Set(cards.map((card) => card.title))];
  if (titles.length === 0)
    return `${name} and Evertold spoke for a little while. No new story came of it yet.`;
  const shown = titles.slice(0, 4).map((title) => `“${title}”`);
  const more = titles.length > shown.length ? `, and ${titles.length - shown.length} more` : '';
  const told = `${name} told of ${more ? shown.join(', ') : listed(shown)}${more}.`;
  const people = mostOf(cards.flatMap((card) => card.people.filter((person) => named.has(person))));
  const places = mostOf(cards.flatMap((card) => card.places));
  const where = places.length > 0 ? `in ${listed(places)}` : '';
  const who = people.length > 0 ? `with ${listed(people)}` : '';
  const scene = [who, where].filter(Boolean).join('; ');
  return scene ? `${told} ${scene.charAt(0).toUpperCase()}${scene.slice(1)}.` : told;
}

/** The story that the conversation is remembered by: the longest, the earlier of two equals. */
export function conversationTitle(cards: readonly CardDraft[]): string {
  const size = (card: CardDraft) =>
    card.paragraphs.flat().reduce((sum, sentence) => sum + sentence.text.length, 0);
  const longest = cards.toSorted((a, b) => size(b) - size(a))[0];
  return longest?.title ?? 'A short talk';
}

function mostOf(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([name]) => name);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
