import { apollo } from '#web/app/apollo.ts';
import { BiographyRouteDocument } from '../biography.graphql.ts';
import { edtfFromWords } from '../story-dates.ts';
import { type EditStory_CardFragment, SaveCardDocument } from './EditStory.graphql.ts';
import { bodyOf, sentencesIn } from './text/story-text.ts';
import { isWhole, type Writing } from './writing.ts';

/** The longest text that is accepted. */
const mostCharacters = 40_000;

export type Problems = Partial<Record<Exclude<keyof Writing, 'text'> | 'body' | 'form', string>>;

export type Saved =
  | { kind: 'saved'; cardId: string; revision: number }
  /** Someone else saved meanwhile, so nothing was saved. */
  | { kind: 'stale' }
  /** These sources were removed meanwhile, so nothing was saved. */
  | { kind: 'gone'; sources: string[] }
  | { kind: 'refused'; problems: Problems };

/** Validates a story before it is sent. */
export function problemsOf(writing: Writing): Problems {
  const body = bodyOf(writing.text);
  const tooMany = body.length - mostCharacters;
  return {
    ...(!writing.title.trim() && { title: 'The story needs a title.' }),
    ...(!body && { body: 'Write a few words first.' }),
    ...(tooMany > 0 && {
      body: `The story is ${tooMany.toLocaleString()} characters too long. Move part of it to a new story.`,
    }),
    ...(writing.happened.trim() &&
      !edtfFromWords(writing.happened) && {
        happened: 'Write a year, a month or a day, such as 1958, September 1958 or about 1950.',
      }),
  };
}

/** Saves a story on top of `baseRevision`, which erases the draft of this version, and refreshes the chapters. */
export async function saveStory(
  subjectId: string,
  card: EditStory_CardFragment | null,
  baseRevision: number | null,
  draftVersion: number | null,
  { title, text, happened, place, chapterKey }: Writing,
): Promise<Saved> {
  const date = happened.trim();
  const edtf = date && date === card?.happenedText ? card.happened : date ? edtfFromWords(date) : null;
  const sentences = sentencesIn(text, card?.sentences ?? []).map((sentence) => ({
    paragraph: sentence.paragraph,
    text: sentence.text,
    sources: sentence.sources,
    quoted: sentence.quoted,
  }));
  const { data } = await apollo.mutate({
    mutation: SaveCardDocument,
    variables: {
      input: {
        id: card?.id ?? null,
        subjectId,
        title: title.trim(),
        body: bodyOf(text),
        sentences: isWhole(card) ? sentences : null,
        happened: edtf,
        place: place.trim() || null,
        chapterKey,
        baseRevision,
        draftVersion,
        note: null,
      },
    },
  });
  const answer = data?.saveCard;
  if (answer?.__typename === 'Card') {
    await apollo
      .query({ query: BiographyRouteDocument, variables: { subjectId }, fetchPolicy: 'network-only' })
      .catch(() => undefined); // the story is saved; the next page reads the chapters again
    return { kind: 'saved', cardId: answer.id, revision: answer.revision };
  }
  if (answer?.__typename === 'StaleRevision') return { kind: 'stale' };
  if (answer?.__typename !== 'InvalidInput') {
    const form =
      answer?.message ??
      'The connection broke before Evertold answered. Your words are kept on this device. Try again.';
    return { kind: 'refused', problems: { form } };
  }
  const gone = answer.issues.flatMap(({ path }) => /^sentences\.(\d+)\.sources/.exec(path)?.[1] ?? []);
  if (gone.length)
    return { kind: 'gone', sources: gone.flatMap((at) => sentences[Number(at)]?.sources ?? []) };
  const problems: Record<string, string> = {};
  for (const { path, message } of answer.issues) problems[fieldOf(path)] ??= message;
  return { kind: 'refused', problems };
}

function fieldOf(path: string): string {
  const [name = ''] = path.split('.');
  if (name === 'sentences') return 'body';
  return ['title', 'body', 'happened', 'place', 'chapterKey'].includes(name) ? name : 'form';
}
