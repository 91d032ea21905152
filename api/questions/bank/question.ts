/** The twelve chapters of a life, in order. */
export const CHAPTERS = [
  { key: 'origins', title: 'Origins' },
  { key: 'childhood-home', title: 'Childhood home' },
  { key: 'school', title: 'School' },
  { key: 'friends-and-play', title: 'Friends and play' },
  { key: 'first-work', title: 'First work' },
  { key: 'love', title: 'Love' },
  { key: 'family-made', title: 'Marriage and children' },
  { key: 'lifes-work', title: 'A life’s work' },
  { key: 'places-and-moves', title: 'Places and moves' },
  { key: 'hard-times', title: 'Hard times' },
  { key: 'beliefs-and-values', title: 'Beliefs and values' },
  { key: 'wisdom-and-wishes', title: 'Wisdom and wishes' },
] as const;

export type ChapterKey = (typeof CHAPTERS)[number]['key'];

/** The depth of a question: a topic, one scene, its meaning, or what remains of it. */
export const DEPTHS = ['OPENER', 'SCENE', 'MEANING', 'LEGACY'] as const;
export type Depth = (typeof DEPTHS)[number];

/** The ages of life, to one of which a question may belong. */
export const LIFE_AGES = ['childhood', 'youth', 'adult', 'later'] as const;
export type LifeAge = (typeof LIFE_AGES)[number];

export interface BankQuestion {
  /** Stable and unique: asked questions are stored by it. */
  key: string;
  chapter: ChapterKey;
  depth: Depth;
  /** 0 ordinary, 1 tender, 2 heavy. */
  sensitivity: 0 | 1 | 2;
  decade: LifeAge | null;
  /** Its themes, so that avoided themes can exclude it. */
  theme: string[];
  text: string;
  followUps: string[];
  /** Completes “I ask because …”, in Spanish “Le pregunto porque …”; with those words and the question, it must fit into a turn. */
  reason: string | null;
  /** Its position in its chapter, if the team has set one; it takes precedence over the depth. */
  position?: number;
}

type Draft = Pick<BankQuestion, 'key' | 'theme' | 'text' | 'followUps'> &
  Partial<Pick<BankQuestion, 'sensitivity' | 'decade' | 'reason'>>;

/** The questions of one chapter by depth; a draft gets its age of life from the chapter. */
export function chapterOf(
  chapter: ChapterKey,
  decade: LifeAge | null,
  byDepth: Record<Depth, Draft[]>,
): BankQuestion[] {
  return DEPTHS.flatMap((depth) =>
    byDepth[depth].map((draft) => ({ sensitivity: 0, decade, reason: null, ...draft, chapter, depth })),
  );
}

/** The words of built-in questions in another language, by their keys. */
export type QuestionWords = Readonly<
  Record<string, Pick<BankQuestion, 'text' | 'followUps'> & { reason?: string }>
>;
