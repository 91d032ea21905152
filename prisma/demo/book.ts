import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ports } from '#api/adapters/ports.ts';
import { saveCard } from '#api/biography/service/save-card.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { root } from '#api/platform/root.ts';
import { askQuestion } from '#api/questions/service.ts';
import { remark, setHeart } from '#api/remarks/service.ts';
import { spareLetters } from './accounts.ts';
import { drawings, questions, remarks } from './family.ts';
import type { Viewers } from './gather.ts';

/** What the family does with the stories: questions of its own, a line by hand. */
export async function tendTheBook(viewers: Viewers, subjectId: string) {
  for (const { by, text } of questions) await askQuestion(viewers[by], { subjectId, text });
  for (const { by, fits, text } of remarks) {
    const about = await cardThatSays(subjectId, fits);
    if (!about) continue;
    await remark(viewers[by], { cardId: about.id, text });
    await setHeart(viewers[by], about.id, true);
  }
  await spareLetters();
  const card = await cardThatSays(subjectId, /fish market/i);
  if (!card) return;
  await saveCard(viewers.owen, {
    id: card.id,
    subjectId,
    title: card.title,
    body: `${card.paragraphs.join('\n\n')}\n\nJoseph Sylvia kept the fish market on Rivet Street until 1971.`,
    happened: card.happened,
    place: card.place,
    baseRevision: card.revision,
    note: 'one line by hand added',
  });
}

/** The project's own drawings, in the place of a family's photographs. */
export async function keepDrawings(subjectId: string) {
  for (const { file, fits, ...picture } of drawings) {
    const card = await cardThatSays(subjectId, fits);
    if (!card) continue;
    const id = newId();
    const storageKey = `${subjectId}/${id}.webp`;
    const art = fileURLToPath(new URL(`web/app/art/${file}`, root));
    const { bytes } = await ports.storage.put(storageKey, createReadStream(art));
    await db.media.create({
      data: { id, subjectId, cardId: card.id, contentType: 'image/webp', bytes, storageKey, ...picture },
    });
  }
}

async function cardThatSays(subjectId: string, fits: RegExp) {
  const cards = await db.card.findMany({
    where: { subjectId },
    orderBy: { createdAt: 'asc' },
    include: { sentences: { orderBy: { position: 'asc' } }, pictures: { select: { id: true } } },
  });
  for (const { sentences, pictures, ...card } of cards) {
    const now = sentences.filter((sentence) => sentence.revision === card.revision && !sentence.hidden);
    const text = now.map((sentence) => sentence.text).join(' ');
    if (pictures.length || !fits.test(`${card.title} ${text}`)) continue;
    const paragraphs = [...Map.groupBy(now, (sentence) => sentence.paragraph).values()].map((paragraph) =>
      paragraph.map((sentence) => sentence.text).join(' '),
    );
    return { ...card, paragraphs };
  }
  return null;
}
