import { contentLemmas } from '#api/biography/writing/language/words.ts';
import type { WriteChapter } from '#api/biography/writing/writer.ts';

/** Words that speak for a chapter; compared without inflection. */
const SPEAKS: Record<string, string> = {
  origins:
    'born birth ancestor immigrant immigrate descent generation grandmother grandfather great-grandmother came homeland surname family heritage village emigrated ship arrived roots named baptized',
  'childhood-home':
    'house kitchen bedroom porch yard attic cellar stove street neighborhood chores supper garden childhood room window table bath upstairs downstairs farm home raised mother father',
  school:
    'school teacher class classroom grade college university graduate degree study student lesson exam homework principal scholarship blackboard course semester training',
  'friends-and-play':
    'friend play game ball toy bicycle swim dance party hide tag summer gang camp picnic team sport basketball baseball fun laugh neighbor',
  'first-work':
    'first job hired wage pay paycheck boss apprentice application apply interview earned factory store shift quit summer-job salary',
  love: 'love marry married wedding engaged husband wife kiss date dated courting boyfriend girlfriend honeymoon proposed ring sweetheart newlywed',
  'family-made':
    'children baby son daughter pregnant born raised kids grandchild grandchildren parent motherhood diaper family twins christening',
  'lifes-work':
    'work job career office department project manage supervisor retire promoted colleague agency archive records profession business train staff branch program volunteer teach taught',
  'places-and-moves':
    'move moved travel trip country city town mountain river bus train plane road island village airport flew drove border abroad overseas landed journey visit jungle',
  'hard-times':
    'war died death sick illness hospital fire flood hurricane poor hungry lost grief funeral drafted afraid scared danger accident strike fever pain fear depression robbed stalker dysentery killed',
  'beliefs-and-values':
    'believe faith church god pray religion value service justice vote politics right moral principle muslim mass priest tolerance equality respect culture',
  'wisdom-and-wishes':
    'learned advice wish hope regret grateful proud remember grandchildren lesson future looking legacy thankful changed appreciate understand perspective',
};

const LEXICON = new Map(
  Object.entries(SPEAKS).map(([key, words]): [string, Set<string>] => [key, new Set(contentLemmas(words))]),
);

/** The chapter in which the question was asked, or else the one of which the words speak most. */
export function chapterOf(text: string, asked: string | null, chapters: readonly WriteChapter[]): string {
  const known = new Set(chapters.map((chapter) => chapter.key));
  if (asked && (known.size === 0 || known.has(asked))) return asked;
  const words = contentLemmas(text);
  const scored = chapters.map((chapter) => {
    const lexicon = LEXICON.get(chapter.key) ?? new Set(contentLemmas(chapter.title));
    return {
      key: chapter.key,
      score: words.filter((word) => lexicon.has(word)).length / Math.sqrt(lexicon.size),
    };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best?.key ?? asked ?? 'lifes-work';
}
