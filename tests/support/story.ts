import { db } from '#api/platform/database/database.ts';
import { aPerson } from './person.ts';
import { aSubject } from './world.ts';

export const storyTitle = 'The wrong number, four nights running';

/** A story in Alma's book that its owner may read, as pending notifications refer to it. */
export async function aStoryToTell() {
  const { id: userId, ...reader } = await aPerson('Teresa');
  const { id: subjectId } = await aSubject({ id: userId, ...reader });
  await db.subject.update({ where: { id: subjectId }, data: { sharing: true } });
  const { id: chapterId } = await db.chapter.findFirstOrThrow({ where: { subjectId } });
  const card = await db.card.create({
    data: { subjectId, chapterId, title: storyTitle, status: 'PUBLISHED' },
  });
  return { subjectId, userId, cardIds: [card.id] };
}
