import { plain, sentencesOf } from '../words.ts';
import { isPerson, isPlace, type TopicKind } from './lexicon.ts';
import type { Mention, Topic } from './mention.ts';
import { names } from './names.ts';
import { owned, phrases } from './phrases.ts';

const WORTH: Record<TopicKind, number> = {
  ELDER: 4,
  SIBLING: 4,
  SPOUSE: 4,
  YOUNG: 3.5,
  ACQUAINTANCE: 3.5,
  NAMED: 3.5,
  PEOPLE: 2.5,
  ROOM: 3,
  PLACE: 2.5,
  WEATHER: 3.5,
  CELEBRATION: 3.5,
  JOURNEY: 3,
  THING: 3.5,
  FOOD: 3,
  ANIMAL: 3,
};

/** A preposition before it makes it a circumstance. */
const circumstance = (sentence: string, at: number) =>
  /\b(?:in|at|on|from|of|with|to|for|by|about|like|than|near|under|over|into|between)\s+(?:all )?$/i.test(
    sentence.slice(0, at),
  );

const HEARSAY =
  /\bnever (?:once )?(?:met|knew)\b|\bonly (?:ever )?knew\b|\bbefore (?:i|we) (?:was|were) born\b|\bthey (?:never )?met\b|\bdied (?:before|when i was (?:a baby|little))\b/i;
const CAME_OVER =
  /\b(?:came over\b|came (?:\w+ )?from\b|came in (?:18|19)\d\d|came \w+ years? later|sailed|emigrated|fled)/i;

/**
 * What an answer is about, the weightiest first, each once: who does something in it, what it comes back to,
 * what it ends on. Only what is known for what it is; what is merely mentioned in passing comes last or not at all.
 */
export function topicsIn(utterance: string, people: readonly string[] = []): Topic[] {
  const key = `${people.length}|${utterance}`;
  const known = latest.get(key);
  if (known) return known;
  const topics = analyse(utterance, new Set(people.map(plain)));
  latest.set(key, topics);
  if (latest.size > 96) latest.delete(latest.keys().next().value ?? '');
  return topics;
}

/** The same turn is read several times while the next one is found; the analysis of the latest few is kept. */
const latest = new Map<string, Topic[]>();

/**
 * Without stage directions, and without what others are quoted to say: that is not what the answer is about. What is
 * opened and not closed soon is none, so that nobody is looked for to the end of a long answer.
 */
function withoutAsides(utterance: string): string {
  return utterance
    .replace(/\[[^\]]{0,400}\]|\([^)]{0,400}\)/g, ' ')
    .replace(/\\n/g, ' ')
    .replace(/[“"][^“”"]{0,400}[”"]/g, ' … ');
}

function analyse(utterance: string, people: ReadonlySet<string>): Topic[] {
  const sentences = sentencesOf(withoutAsides(utterance)).slice(-16);
  const byText = new Map<string, Mention[]>();
  sentences.forEach((sentence, index) => {
    for (const mention of [
      ...phrases(sentence, index),
      ...owned(sentence, index),
      ...names(sentence, index, people),
    ])
      byText.set(mention.text, [...(byText.get(mention.text) ?? []), mention]);
  });
  const end = Math.max(1, sentences.length - 1);
  return [...byText.values()]
    .flatMap((mentions) => {
      const last = mentions.at(-1);
      if (
        !last ||
        (last.kind === 'THING' && !last.subject && mentions.length < 2 && !last.text.startsWith('your'))
      )
        return [];
      const { at, sentence, subject, ...rest } = last;
      const own = mentions.some((mention) => mention.subject);
      const goesOn = sentences.filter(
        (text, index) => /^(?:and |but )?(?:he|she|they|it)\b/i.test(text) && index === sentence + 1,
      ).length;
      const passing = !own && mentions.every((m) => circumstance(sentences[m.sentence] ?? '', m.at));
      const told = mentions.map((m) => sentences[m.sentence] ?? '').join(' ');
      const after = `${told} ${sentences[sentence + 1] ?? ''}`;
      const score =
        WORTH[rest.kind] +
        (own ? 1.5 : 0) +
        Math.min(2, mentions.length - 1) * 0.6 +
        goesOn * 0.6 +
        1.5 * (sentence / end) -
        (passing && !isPlace(rest.kind) ? 1.5 : 0);
      const hearsay =
        HEARSAY.test(after) ||
        (isPerson(rest.kind) && CAME_OVER.test(told) && !/\b(?:I|we|me|us)\b/.test(told));
      const acts = mentions.some((m) => m.acts && m.sentence >= sentences.length - 2);
      return [{ ...rest, acts, score, hearsay }];
    })
    .sort((a, b) => b.score - a.score);
}
