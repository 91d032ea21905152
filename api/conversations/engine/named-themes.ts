import type { Tx } from '#api/platform/database/database.ts';

/**
 * Stores a theme that the person asked not to be asked about. A theme from readable words is added to the subject's
 * own list; a theme from private words is in no list that anybody can read.
 */
export async function nameTheme(
  tx: Tx,
  { id: messageId, subjectId, private: isPrivate }: { id: string; subjectId: string; private: boolean },
  theme: string,
) {
  const brought = !isPrivate && (await addAvoidedTheme(tx, subjectId, theme));
  await tx.namedTheme.create({ data: { messageId, subjectId, theme, brought } });
}

/**
 * Removes themes from the readable list that were put there only by words that have just become private. The caller
 * has already set `private`.
 */
export async function confideThemes(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const hiddenThemes = await tx.$queryRaw<{ theme: string }[]>`
    select distinct theme from named_theme confided
    where message_id = any(${messageIds}::uuid[])
      and exists (
        select 1 from named_theme n where n.subject_id = confided.subject_id and n.theme = confided.theme and n.brought)
      and not exists (
        select 1 from named_theme n join message m on m.id = n.message_id
        where n.subject_id = confided.subject_id and n.theme = confided.theme and not m.private)`;
  if (!hiddenThemes.length) return;
  const themes = hiddenThemes.map(({ theme }) => theme);
  await tx.$executeRaw`
    update subject set updated_at = clock_timestamp(), avoided_themes = array(
      select theme from unnest(avoided_themes) with ordinality as each (theme, place)
      where not theme = any(${themes}) order by place)
    where id = ${subjectId}::uuid`;
  // If the theme is entered again later, it counts as entered by the family.
  await tx.namedTheme.updateMany({ where: { subjectId, theme: { in: themes } }, data: { brought: false } });
}

/** Forgets the themes named in messages that somebody other than the person said. The messages must be private. */
export async function forgetThemes(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  await confideThemes(tx, subjectId, messageIds);
  const named = { messageId: { in: [...messageIds] } };
  await tx.namedTheme.deleteMany({ where: named });
  await tx.privateTheme.deleteMany({ where: named });
}

/** Adds the themes to the readable list that messages name which have just become readable. */
export async function openThemes(tx: Tx, subjectId: string, messageIds: readonly string[]) {
  const named = await tx.namedTheme.findMany({ where: { messageId: { in: [...messageIds] } } });
  for (const { messageId, theme } of named) {
    const brought = await addAvoidedTheme(tx, subjectId, theme);
    await tx.namedTheme.update({ where: { messageId }, data: { brought } });
  }
}

/** Returns whether the theme is new on the list. */
async function addAvoidedTheme(tx: Tx, subjectId: string, theme: string): Promise<boolean> {
  const added = await tx.$executeRaw`
    update subject set avoided_themes = array_append(avoided_themes, ${theme}), updated_at = clock_timestamp()
    where id = ${subjectId}::uuid and not ${theme} = any(avoided_themes)`;
  return added > 0;
}
