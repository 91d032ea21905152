/** The twelve chapters of a life, in the order in which a life is told. */
export const CHAPTERS = [
  { key: 'origins', title: 'Origins' },
  { key: 'childhood-home', title: 'Childhood home' },
  { key: 'school', title: 'School' },
  { key: 'friends-and-play', title: 'Friends and play' },
  { key: 'first-work', title: 'First work' },
  { key: 'love', title: 'Love' },
  { key: 'family-made', title: 'The family made' },
  { key: 'lifes-work', title: 'A life’s work' },
  { key: 'places-and-moves', title: 'Places and moves' },
  { key: 'hard-times', title: 'Hard times' },
  { key: 'beliefs-and-values', title: 'Beliefs and values' },
  { key: 'wisdom-and-wishes', title: 'Wisdom and wishes' },
] as const;

export type ChapterKey = (typeof CHAPTERS)[number]['key'];

/** How far a question reaches: into a subject, into one scene, into what it meant, into what stays of it. */
export const DEPTHS = ['OPENER', 'SCENE', 'MEANING', 'LEGACY'] as const;
export type Depth = (typeof DEPTHS)[number];

/** The age of life a question belongs to. */
export type LifeAge = 'childhood' | 'youth' | 'adult' | 'later';

export interface BankQuestion {
  /** Stable and unique: what was asked is remembered by it. */
  key: string;
  chapter: ChapterKey;
  depth: Depth;
  /** 0 ordinary, 1 tender, 2 heavy. */
  sensitivity: 0 | 1 | 2;
  decade: LifeAge | null;
  /** What it touches, so that an avoided theme can rule it out. */
  theme: string[];
  text: string;
  followUps: string[];
  /** Completes “I ask because …”; with those three words and the question it stays within a turn. */
  reason: string | null;
  /** Its place in its chapter, where the team has ordered that: then it goes before the depth. */
  position?: number;
}

type Draft = Pick<BankQuestion, 'key' | 'theme' | 'text' | 'followUps'> &
  Partial<Pick<BankQuestion, 'sensitivity' | 'decade' | 'reason'>>;

/** The questions of one chapter, grouped by depth; a draft takes its age of life from the chapter. */
export function chapterOf(
  chapter: ChapterKey,
  decade: LifeAge | null,
  byDepth: Record<Depth, Draft[]>,
): BankQuestion[] {
  return DEPTHS.flatMap((depth) =>
    byDepth[depth].map((draft) => ({ sensitivity: 0, decade, reason: null, ...draft, chapter, depth })),
  );
}
