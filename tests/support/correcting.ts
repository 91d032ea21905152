import { expect } from 'vitest';
import type { Answer, Person } from './person.ts';

/** A story in which the name of a town was misheard. */
export const misheard =
  'We lived in Gallway in the summer of 1952, above the bakery of my uncle Tomas. He got up at three every morning and, um, lit the big oven with birch wood. I can still smell the cinnamon on his hands when he came up the stairs in Gallway.';
export const right = misheard.replaceAll('Gallway', 'Galway');

const correcting = `mutation ($id: ID!, $text: String!) {
  correctMessage(id: $id, text: $text) { __typename ... on Message { text originalText } ... on UserError { path } }
}`;

/** A card with everything that a correction may change. */
export const whole = `query ($id: ID!) { card(id: $id) { id title body happened place revision status mark people { name }
  sentences { text byHand sources { quote start end message { id text originalText } } }
  proposals { id sentences { text replaces } } revisions { edges { node { number body author { __typename } } } } } }`;

/** Corrects a message, as the family does. */
export async function correct(by: Person, id: string | undefined, text: string) {
  const { correctMessage } = await by.gql(correcting, { id, text });
  expect(correctMessage.__typename).toBe('Message');
}

/** Expects every source to quote exactly the words of the transcript as it is shown now. */
export function expectGrounded(card: Answer) {
  for (const { text, sources } of card.sentences) {
    for (const { quote, start, end, message } of sources) {
      expect(quote).toBe(message.text.slice(start, end));
      expect(quote).not.toBe('');
      expect(quote).toContain(text.slice(0, 12));
    }
  }
}
