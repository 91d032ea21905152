import { setTimeout as sleep } from 'node:timers/promises';
import { countRepeatedQuestions, questionsIn } from '#api/conversations/interviewer/repetitions.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import type { Client } from './client.ts';
import { type Interview, saidTwice, substantial } from './interview.ts';
import type { Played } from './play.ts';
import { printedOf, unprintable } from './unprintable.ts';

type Card = {
  title: string;
  body: string;
  happened: string | null;
  place: string | null;
  sentences: { text: string; sources: { id: string }[] }[];
};
type Book = {
  subject: {
    chapters: { cards: Card[] }[];
    places: { name: string }[];
    people: {
      edges: { node: { name: string } }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  };
};

/** One line of the report; `holds` is missing when nothing is required. */
export type Line = { what: string; value: string; required?: string; holds?: boolean };

/** Waits until every conversation is written, then measures. */
export async function measure(client: Client, interview: Interview, played: Played): Promise<Line[]> {
  const refused = await refusedOnceWritten(client, played.conversationIds);
  const { cards, people, places } = await readBook(client, played.subjectId);
  const sentences = cards.flatMap((card) => card.sentences);
  const sourced = sentences.filter((sentence) => sentence.sources.length > 0);

  const texts = played.turns.map((turn) => turn.text);
  const questions = texts.flatMap(questionsIn);
  const repeated = countRepeatedQuestions(texts);
  const words = texts.map(wordCount);
  const several = texts.filter((text) => questionsIn(text).length > 1).length;
  const times = played.turns.flatMap((turn) => turn.answerMs ?? []).sort((a, b) => a - b);

  const answers = substantial(interview.answers);
  const found = [
    ...[...people, ...places].map((one) => one.name),
    ...cards.flatMap((card) => [card.title, card.body, card.happened ?? '', card.place ?? '']),
  ].join('\n');
  const { names, years } = saidTwice(interview.answers);
  const foundNames = names.filter((name) => new RegExp(`\\b${name}`).test(found));
  const foundYears = years.filter((year) => found.includes(year));

  const remarks = unprintable(interview.answers);
  const printed = printedOf(
    remarks,
    cards.flatMap((card) => [card.title, card.body]),
  );

  return [
    { what: 'conversations', value: `${played.conversationIds.length}` },
    { what: 'answers given', value: `${interview.answers.length} (${answers} of 40 words or more)` },
    need('questions asked', `${questions.length}, ${repeated} asked twice`, 'none twice', repeated === 0),
    need('longest turn', `${Math.max(...words)} words`, 'at most 25', Math.max(...words) <= 25),
    need('turns with several questions', `${several}`, 'none', several === 0),
    { what: 'time to answer', value: `median ${at(times, 0.5)} ms, slowest ${at(times, 1)} ms` },
    need(
      'cards',
      `${cards.length}`,
      `at least ${Math.floor(answers / 6)}`,
      cards.length >= Math.floor(answers / 6),
    ),
    { what: 'sentences', value: `${sentences.length}` },
    need(
      'sentences with sources',
      share(sourced.length, sentences.length),
      '100%',
      sourced.length === sentences.length,
    ),
    { what: 'facts refused by the grounding check', value: `${refused}` },
    { what: 'people and places found', value: `${people.length} and ${places.length}` },
    need(
      'names said twice that were found',
      share(foundNames.length, names.length),
      '90%',
      enough(foundNames, names),
    ),
    need(
      'years said twice that were found',
      share(foundYears.length, years.length),
      '90%',
      enough(foundYears, years),
    ),
    need('printed of what must not be', share(printed.length, remarks.length), 'none', printed.length === 0),
    ...printed.map((text) => ({ what: '  printed', value: text })),
    ...missing('names', names, foundNames),
    ...missing('years', years, foundYears),
  ];
}

/** Prints the report. Returns false when a requirement is not met. */
export function print(lines: Line[]): boolean {
  for (const { what, value, required, holds } of lines) {
    const verdict = required ? `   ${holds ? 'holds' : 'DOES NOT HOLD'} (${required})` : '';
    console.log(`${what.padEnd(40)}${value}${verdict}`);
  }
  return lines.every((line) => line.holds !== false);
}

function need(what: string, value: string, required: string, holds: boolean): Line {
  return { what, value, required, holds };
}

function missing(what: string, all: string[], found: string[]): Line[] {
  const lost = all.filter((one) => !found.includes(one));
  return lost.length ? [{ what: `${what} not found`, value: lost.join(', ') }] : [];
}

const enough = (found: string[], all: string[]) => found.length >= 0.9 * all.length;
const share = (part: number, whole: number) =>
  `${part} of ${whole} (${whole ? Math.floor((100 * part) / whole) : 100}%)`;
const at = (sorted: number[], q: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0);

async function refusedOnceWritten(client: Client, ids: string[]): Promise<number> {
  let refused = 0;
  for (const id of ids) refused += await refusedIn(client, id);
  return refused;
}

async function refusedIn(client: Client, id: string): Promise<number> {
  for (let tries = 0; tries < 1200; tries++) {
    const { conversation } = await client.ask<{
      conversation: { writing: string | null; refusedSentences: number };
    }>(`query ($id: ID!) { conversation(id: $id) { writing refusedSentences } }`, { id });
    if (conversation.writing === 'WRITTEN') return conversation.refusedSentences;
    await sleep(250);
  }
  throw new Error('The writer did not finish within five minutes');
}

async function readBook(client: Client, subjectId: string) {
  const people: { name: string }[] = [];
  let after: string | null = null;
  for (;;) {
    const { subject }: Book = await client.ask<Book>(
      `query ($id: ID!, $after: String) {
        subject(id: $id) {
          chapters { cards { title body happened place sentences { text sources { id } } } }
          places { name }
          people(first: 100, after: $after) { edges { node { name } } pageInfo { hasNextPage endCursor } }
        }
      }`,
      { id: subjectId, after },
    );
    people.push(...subject.people.edges.map((edge) => edge.node));
    if (!subject.people.pageInfo.hasNextPage) {
      return { cards: subject.chapters.flatMap((chapter) => chapter.cards), places: subject.places, people };
    }
    after = subject.people.pageInfo.endCursor;
  }
}
