import { z } from 'zod';
import { isAdmin } from '#api/accounts/admins/roles.ts';
import type { User } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import { atEachWake } from '#api/platform/events/each-wake.ts';
import type { Take } from '#api/platform/events/take.ts';
import { topics } from '#api/platform/events/topics.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { listBank } from '#api/questions/bank/in-force.ts';
import { watchAccess } from '#api/subjects/live/rights.ts';
import { mustBeTeam } from '../policy.ts';
import { promptIds } from '../prompts/tasks.ts';

/** How long an editor counts as open without a renewal. The page renews it every 20 seconds. */
const editingMs = 45_000;

export const deskTextKinds = ['AGENT_PROMPT', 'PROMPT', 'BANK_QUESTION'] as const;

export const DeskText = z.object({
  kind: z.enum(deskTextKinds),
  /** The id of the agent prompt or prompt, or the key of the bank question. */
  id: z.string(),
});

export type DeskText = z.output<typeof DeskText>;

/** Notes that the viewer has the editor of a text open, which the page renews, or has closed it. */
export async function setEditingDeskText(
  viewer: Viewer,
  input: z.input<typeof DeskText>,
  isEditing: boolean,
): Promise<void> {
  mustBeTeam(viewer);
  const { kind, id } = parse(DeskText, input);
  const { userId } = viewer;
  await transaction(async (tx, wake) => {
    await mustExist(tx, { kind, id });
    const now = clock.now();
    const until = new Date(now.getTime() + editingMs);
    const own = { kind, textId: id, userId };
    const changed = () => wake(topics.deskEditors(kind, id));
    if (!isEditing) {
      const { count } = await tx.deskEditor.deleteMany({ where: own });
      if (count) changed();
      return;
    }
    const renewed = await tx.deskEditor.updateMany({
      where: { ...own, until: { gt: now } },
      data: { until },
    });
    if (renewed.count) return;
    await tx.deskEditor.deleteMany({ where: { until: { lte: now } } });
    await tx.deskEditor.createMany({ data: [{ ...own, until }], skipDuplicates: true });
    changed();
  });
}

async function mustExist(tx: Tx, { kind, id }: DeskText): Promise<void> {
  const exists = {
    AGENT_PROMPT: async () => (await tx.agentPrompt.count({ where: { id: rowId(id) } })) > 0,
    PROMPT: async () => Object.values(promptIds).includes(id),
    BANK_QUESTION: async () => (await listBank(tx)).some(({ key }) => key === id),
  };
  if (!(await exists[kind]())) throw new NotFound('Text', ['text', 'id']);
}

/** The admins who have the editor of a text open, by name. */
export async function readDeskEditors({ kind, id }: DeskText): Promise<User[]> {
  const rows = await db.deskEditor.findMany({
    where: { kind, textId: id, until: { gt: clock.now() } },
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
    select: { user: true },
  });
  return rows.map(({ user }) => user).filter(isAdmin);
}

/** Passes a text to `take` now, and whenever others open or close its editor, while the viewer is an admin. */
export async function followDeskEditors(
  viewer: Viewer,
  text: DeskText,
  signal: AbortSignal,
  take: Take<DeskText>,
): Promise<void> {
  const access = watchAccess(viewer, () => {});
  let shown: string | null = null;
  try {
    await atEachWake(topics.deskEditors(text.kind, text.id), signal, async () => {
      if (!(await access.stands())) return false;
      const editors = (await readDeskEditors(text)).map((user) => user.id).join();
      if (editors !== shown) await take(text);
      shown = editors;
      return true;
    });
  } finally {
    access.leave();
  }
}
