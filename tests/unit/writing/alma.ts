import type { ExistingCard, WriteMessage, WriteRequest, Written } from '#api/biography/writing/writer.ts';

export const CHAPTERS = [
  { key: 'origins', title: 'Origins' },
  { key: 'childhood-home', title: 'Childhood home' },
  { key: 'first-work', title: 'First work' },
  { key: 'love', title: 'Love' },
  { key: 'hard-times', title: 'Hard times' },
  { key: 'lifes-work', title: 'A life’s work' },
];

export const EXCHANGE: [string, string, string][] = [
  [
    'Tell me about your first day at the telephone exchange.',
    'first-work',
    'Oh, do I. Um, it was September of 1958. I was seventeen. I wore my sister’s, no, my mother’s good shoes, and they pinched. I walked the whole way because I, I didn’t trust the bus. Mrs. Hathaway, she was the supervisor, she sat me on the, the high stool and put the headset on me herself, like she was crowning somebody. Yeah, so.',
  ],
  [
    'And then the first light came on?',
    'first-work',
    'And then the first light came on, and I forgot every word. I’d said it to the bathroom mirror for a week. And I opened my mouth, and I said, “Good morning, this is Alma.” The girls on both sides laughed so hard, you know, that Mrs. Hathaway had to walk up and down.',
  ],
  [
    'Who called the exchange at night?',
    'love',
    'Well, there was a boy who called four nights running, always the wrong number. He kept asking for the Coast Guard station, and he was calling from the Coast Guard station. The other girls had a bet on it. That was Desmond Rourke, my late husband, and on the fifth night I asked him what he really wanted. Des said he wanted to hear me say good evening.',
  ],
  [
    'What happened then?',
    'love',
    'We were married in June 1961 at Saint Anthony’s. My sister Lourdes caught the flowers.',
  ],
  [
    'What was the worst storm you lived through?',
    'hard-times',
    'That was Hurricane Carol, the last day of August, 1954. I was thirteen. My father was, uh, tying down the boat, and the water was coming up Rivet Street like it had somewhere to be. My mother put the mattresses on the kitchen table. Tony, my brother, was eleven and thought it was the best day of his life.',
  ],
  ['Can you hear me all right?', '', 'Yes, I can hear you.'],
];

export function talk(turns: readonly (readonly [string, string, string])[], prefix = 'm'): WriteMessage[] {
  return turns.flatMap(([question, chapterKey, answer], at): WriteMessage[] => [
    {
      id: `${prefix}${at}q`,
      role: 'assistant',
      text: question,
      private: false,
      question: { text: question, chapterKey: chapterKey || null },
    },
    { id: `${prefix}${at}a`, role: 'user', text: answer, private: false },
  ]);
}

export function requestOf(messages: WriteMessage[], cards: ExistingCard[] = []): WriteRequest {
  return {
    subject: {
      preferredName: 'Alma',
      fullName: 'Alma Rourke',
      birthDate: '1941-03-02',
      birthPlace: 'New Bedford',
      people: [],
    },
    conversation: { id: 'c1', startedAt: new Date('2026-11-05T15:00:00Z') },
    messages,
    cards,
    chapters: CHAPTERS,
  };
}

/** A written card as the biography then stores it. */
export function storedCard(
  { title, chapterKey, paragraphs, happened, people, places }: Written['cards'][number],
  id: string,
  touchedByPerson = false,
): ExistingCard {
  return { id, title, chapterKey, paragraphs, happened, people, places, touchedByPerson };
}

/** The cards of a first conversation as the biography then stores them. */
export function kept(written: Written, touchedByPerson = false): ExistingCard[] {
  return written.cards.map((card, at) => storedCard(card, `card${at}`, touchedByPerson));
}

export function bodyOf(card: Written['cards'][number]): string {
  return card.paragraphs
    .flat()
    .map((sentence) => sentence.text)
    .join(' ');
}
