import { chapterOf } from '#api/biography/writing/composing/chapters.ts';
import { type Story, sameStory, untold } from '#api/biography/writing/composing/matching.ts';
import { factsOf } from '#api/biography/writing/composing/scene.ts';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/story-unit.ts';
import { countWords, fold } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type {
  CardDraft,
  ExistingCard,
  SourcedSentence,
  WriteRequest,
  Written,
} from '#api/biography/writing/writer.ts';

type Found = Pick<Written, 'people' | 'places' | 'dates'>;

/** The least number of words that are worth adding to a card. */
const WORTH_ADDING = 8;

/**
 * One draft for each story: a new card, an addition to the card that tells it already, or nothing when
 * everything is in the book. Yields before each story that is slow to process, so that the caller can run
 * other work.
 */
export function* draftCards(
  request: WriteRequest,
  units: readonly StoryUnit[],
  found: Found,
): Generator<undefined, CardDraft[]> {
  const { language } = request.subject;
  const { nameStory } = writingLanguage(language);
  const drafts: CardDraft[] = [];
  const taken = new Set(request.cards.map((card) => fold(card.title)));
  for (const unit of units) {
    const facts = factsOf(unit.paragraphs, found, request);
    const others = units.filter((other) => other !== unit);
    const otherStories = others.map((other) => ({
      paragraphs: other.paragraphs,
      people: [],
      places: [],
      happened: null,
    }));
    const draft = placeDraft(unit, facts, request, drafts, otherStories);
    if (!draft) continue;
    if (draft === 'JOINED') continue;
    yield;
    const title = draft.card?.title ?? unit.proposed?.title ?? nameStory(unit, others, taken, request.cards);
    taken.add(fold(title));
    const text = unitText(unit);
    drafts.push({
      decision: draft.card ? 'ADD_TO' : 'NEW',
      cardId: draft.card?.id ?? null,
      proposal: draft.card?.touchedByPerson ?? false,
      title,
      chapterKey:
        draft.card?.chapterKey ??
        unit.proposed?.chapterKey ??
        chapterOf(
          text,
          unit.question?.chapterKey ?? null,
          request.chapters,
          {
            question: unit.question?.text,
            followsUp: unit.question?.followsUp ? (drafts.at(-1)?.chapterKey ?? null) : null,
            happened: facts.date?.edtf,
            birthDate: request.subject.birthDate,
          },
          language,
        ),
      paragraphs: draft.paragraphs,
      happened: facts.date?.edtf ?? null,
      place: facts.place,
      people: facts.people,
      places: facts.places,
      mark: draft.card || facts.date?.inferred || joinsTurns(unit) ? 'INFERRED' : 'SAID',
    });
  }
  return drafts;
}

/** A sentence from two turns was joined by the machine. */
function joinsTurns(unit: StoryUnit): boolean {
  return unit.paragraphs
    .flat()
    .some((sentence) => new Set(sentence.sources.map((source) => source.messageId)).size > 1);
}

function placeDraft(
  { paragraphs, proposed }: StoryUnit,
  facts: ReturnType<typeof factsOf>,
  { cards, subject: { language } }: Pick<WriteRequest, 'cards' | 'subject'>,
  drafts: CardDraft[],
  otherStories: readonly Story[],
): { card: ExistingCard | null; paragraphs: SourcedSentence[][] } | 'JOINED' | null {
  const story: Story = {
    paragraphs,
    people: facts.people,
    places: facts.places,
    happened: facts.date?.edtf ?? null,
  };
  const everything = cards.flatMap((card) => card.paragraphs.flat());
  // Words that a sentence already rests on are left out, so that a second run over the same words adds
  // nothing.
  const fresh = untoldSources(paragraphs, everything);
  const card =
    cards.find((one) => one.id === proposed?.cardId) ?? sameStory(story, cards, otherStories, language);
  const added = untold(fresh, card ? card.paragraphs.flat() : [], language);
  const size = countWords(
    added
      .flat()
      .map((sentence) => sentence.text)
      .join(' '),
  );
  if (size === 0 || ((card || fresh.flat().length < paragraphs.flat().length) && size < WORTH_ADDING))
    return null;
  const earlier = card
    ? drafts.find((draft) => draft.cardId === card.id)
    : sameStory(story, drafts, otherStories, language);
  if (!earlier) return { card, paragraphs: card ? added : fresh };
  earlier.paragraphs.push(...untold(added, earlier.paragraphs.flat(), language));
  earlier.people = [...new Set([...earlier.people, ...facts.people])];
  earlier.places = [...new Set([...earlier.places, ...facts.places])];
  earlier.happened = earlier.happened ?? facts.date?.edtf ?? null;
  earlier.mark = 'INFERRED';
  return 'JOINED';
}

function untoldSources(
  paragraphs: readonly (readonly SourcedSentence[])[],
  known: readonly SourcedSentence[],
): SourcedSentence[][] {
  const spans = known.flatMap((sentence) => sentence.sources);
  return paragraphs
    .map((sentences) =>
      sentences.filter(
        (sentence) =>
          !sentence.sources.some((source) =>
            spans.some(
              (span) =>
                span.messageId === source.messageId && span.start < source.end && source.start < span.end,
            ),
          ),
      ),
    )
    .filter((sentences) => sentences.length > 0);
}
