import type { Tx } from '#api/platform/database/database.ts';

/**
 * Keeps what the person asked not to be asked about. Open words put it on the subject's own list; what private words
 * name stands in no list that anybody reads.
 */
export async function nameTheme(
  tx: Tx,
  { id: messageId, subjectId, private: isPrivate }: { id: string; subjectId: string; private: boolean },
  theme: string,
) {
  const brought = !isPrivate && (await addOpenly(tx, subjectId, theme));
  await tx.namedTheme.create({ data: { messageId, subjectId, theme, brought } });
}

/**
 * Takes from the open list what only words that have just become private put there. The caller has already written
 * `private`.
 */
export async function confideThemes(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const gone = await tx.$queryRaw<{ theme: string }[]>`
    select distinct theme from named_theme confided
    where message_id = any(${messageIds}::uuid[])
      and exists (
        select 1 from named_theme n where n.subject_id = confided.subject_id and n.theme = confided.theme and n.brought)
      and not exists (
        select 1 from named_theme n join message m on m.id = n.message_id
        where n.subject_id = confided.subject_id and n.theme = confided.theme and not m.private)`;
  if (!gone.length) return;
  const themes = gone.map(({ theme }) => theme);
  await tx.$executeRaw`
    update subject set updated_at = clock_timestamp(), avoided_themes = array(
      select theme from unnest(avoided_themes) with ordinality as each (theme, place)
      where not theme = any(${themes}) order by place)
    where id = ${subjectId}::uuid`;
  // What is entered again later is the family's own.
  await tx.namedTheme.updateMany({ where: { subjectId, theme: { in: themes } }, data: { brought: false } });
}

/** Puts on the open list what words name that have just become readable. */
export async function openThemes(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const named = await tx.namedTheme.findMany({ where: { messageId: { in: [...messageIds] } } });
  for (const { messageId, theme } of named) {
    const brought = await addOpenly(tx, subjectId, theme);
    await tx.namedTheme.update({ where: { messageId }, data: { brought } });
  }
}

/** True when it was not there before. */
async function addOpenly(tx: Tx, subjectId: string, theme: string): Promise<boolean> {
  const added = await tx.$executeRaw`
    update subject set avoided_themes = array_append(avoided_themes, ${theme}), updated_at = clock_timestamp()
    where id = ${subjectId}::uuid and not ${theme} = any(avoided_themes)`;
  return added > 0;
}
