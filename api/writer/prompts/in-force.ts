import { writerInstructions } from '#api/biography/writing/model/prompt.ts';
import { db } from '#api/platform/database/database.ts';
import { isTeamsOwn } from '../agent-prompts/in-force.ts';
import { builtInTexts, type PromptTask } from './tasks.ts';

export type InstructionsInForce = {
  instructions: string;
  /** The text of each task. */
  texts: Record<PromptTask, string>;
  /** The versions used; built-in texts are not included. */
  versionIds: string[];
  /** The model chosen for the cards task. */
  modelId: string | null;
};

/**
 * The writing instructions of a subject: for each task the trial version when the subject is an admin, else the live
 * one, else the built-in text.
 */
export async function instructionsFor(subjectId: string): Promise<InstructionsInForce> {
  const prompts = await db.prompt.findMany({ include: { liveVersion: true, trialVersion: true } });
  const trials = prompts.some(({ trialVersion }) => trialVersion);
  const isOwn = trials && (await isAdminsBook(subjectId));
  const texts = { ...builtInTexts };
  const versionIds: string[] = [];
  let modelId: string | null = null;
  for (const { task, liveVersion, trialVersion } of prompts) {
    const version = (isOwn ? trialVersion : null) ?? liveVersion;
    if (!version || !(task in texts)) continue;
    texts[task as keyof typeof texts] = version.text;
    versionIds.push(version.id);
    if (task === 'cards') modelId = version.modelId;
  }
  return { instructions: writerInstructions(texts), texts, versionIds, modelId };
}

async function isAdminsBook(subjectId: string): Promise<boolean> {
  const subject = await db.subject.findUnique({ where: { id: subjectId }, select: { selfUserId: true } });
  return isTeamsOwn({ selfUserId: subject?.selfUserId ?? null, heldById: null });
}
