import { isAdmin } from '#api/accounts/admins/roles.ts';
import type { AgentPromptVersion } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { Forbidden, NotFound, WrongState } from '#api/platform/errors.ts';

export type FollowedVersion = Pick<
  AgentPromptVersion,
  'id' | 'instructions' | 'firstMessage' | 'voice' | 'modelId'
>;

const followed = { id: true, instructions: true, firstMessage: true, voice: true, modelId: true } as const;

/** The subject and the holder of a conversation, and the version that was chosen for it, if any. */
export type Talk = {
  language: string;
  selfUserId: string | null;
  heldById: string | null;
  agentVersionId?: string | null;
};

/**
 * The version of an agent prompt for a new conversation: the chosen one, the trial version when an admin talks about
 * themself, else the live one of the subject's language. Null: the built-in instructions.
 */
export async function versionInForce(talk: Talk, tx: Tx = db): Promise<FollowedVersion | null> {
  const { language, agentVersionId } = talk;
  if (agentVersionId) return followedVersion(agentVersionId, tx);
  const prompts = await tx.agentPrompt.findMany({
    where: {
      OR: [{ liveVersion: { is: { language } } }, { trialVersion: { is: { language } } }],
    },
    orderBy: { createdAt: 'asc' },
    select: { liveVersion: { select: followed }, trialVersion: { select: followed } },
  });
  const live = prompts.find(({ liveVersion }) => liveVersion)?.liveVersion ?? null;
  const trial = prompts.find(({ trialVersion }) => trialVersion)?.trialVersion ?? null;
  return trial && (await isTeamsOwn(talk, tx)) ? trial : live;
}

/**
 * Checks that a version may be chosen for a conversation: only admins choose one, in a book about themselves, in its
 * language.
 */
export async function mustBeChoosable(
  versionId: string,
  talk: Pick<Talk, 'language' | 'selfUserId'> & { heldById: string },
  tx: Tx,
) {
  if (!(await isTeamsOwn(talk, tx))) throw new Forbidden('Only admins try a version, in their own book');
  const version = await tx.agentPromptVersion.findUnique({
    where: { id: versionId },
    select: { language: true },
  });
  if (!version) throw new NotFound('AgentPromptVersion', ['agentPromptVersionId']);
  if (version.language !== talk.language) {
    throw new WrongState('This version is for another language than your book', ['agentPromptVersionId']);
  }
}

/** The version that a conversation uses. */
export function followedVersion(id: string, tx: Tx = db): Promise<FollowedVersion | null> {
  return tx.agentPromptVersion.findUnique({ where: { id }, select: followed });
}

/** Whether an admin talks about themself; trial versions are used with no one else. */
export async function isTeamsOwn(
  { selfUserId, heldById }: Pick<Talk, 'selfUserId' | 'heldById'>,
  tx: Tx = db,
): Promise<boolean> {
  if (selfUserId === null || (heldById !== null && heldById !== selfUserId)) return false;
  const self = await tx.user.findUnique({
    where: { id: selfUserId },
    select: { id: true, role: true, email: true, emailVerified: true, confirmedEmail: true },
  });
  return self !== null && isAdmin(self);
}
