import { z } from 'zod';
import { writerInstructions } from '#api/biography/writing/model/prompt.ts';
import { fillTemplate, namesIn, templateProblem } from '#api/language/fill-template.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { mustBeTeam } from '../policy.ts';
import { instructionsFor } from './in-force.ts';
import { promptLimit } from './service.ts';
import { promptTasks, promptVariables } from './tasks.ts';

export const PreviewPrompt = z.object({
  subjectId: z.string(),
  task: z.enum(promptTasks, `must be one of ${promptTasks.join(', ')}`),
  text: words(promptLimit),
});

export type PromptPreview = {
  text: string;
  /** The whole instructions for the model: this text, those of the other tasks and the fixed rules. */
  whole: string;
  /** Variables without a value for this person; their lines are left out. */
  empty: string[];
  problem: string | null;
};

/** A prompt as it would be used for this person now. Throws `NotFound` without access to their transcripts. */
export async function previewPrompt(
  viewer: Viewer,
  input: z.input<typeof PreviewPrompt>,
): Promise<PromptPreview> {
  mustBeTeam(viewer);
  const { subjectId, task, text } = parse(PreviewPrompt, input);
  const subject = await db.subject.findUnique({
    where: { id: subjectId },
    select: { preferredName: true, fullName: true, pronouns: true, birthDate: true, birthPlace: true },
  });
  if (!subject || !(await subjectAccessAt(viewer, subjectId)).can('READ_TRANSCRIPTS'))
    throw new NotFound('Subject', ['subjectId']);
  const { texts } = await instructionsFor(subjectId);
  await transaction((tx) => audit(tx, viewer, 'prompt.previewed', { subjectId }));
  const values: Record<string, string | null> = subject;
  return {
    text: fillTemplate(text, values),
    whole: fillTemplate(writerInstructions({ ...texts, [task]: text }), values),
    empty: namesIn(text).filter((name) => name in values && !values[name]),
    problem: templateProblem(text, Object.keys(promptVariables)),
  };
}
