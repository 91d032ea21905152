import { z } from 'zod';
import { openingRequest } from '#api/conversations/engine/imagined-request.ts';
import { findTurn } from '#api/conversations/engine/reading.ts';
import { agentsOpening } from '#api/conversations/interviewer/agent-opening.ts';
import { systemPrompt, templateValues } from '#api/conversations/interviewer/system-prompt.ts';
import { templateNames } from '#api/conversations/interviewer/template-variables.ts';
import { fillTemplate, namesIn, templateProblem } from '#api/language/fill-template.ts';
import { audit } from '#api/platform/audit.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse, words } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { mustBeTeam } from '../policy.ts';
import { instructionsLimit } from './service.ts';

export const PreviewAgentPrompt = z.object({
  subjectId: z.string(),
  instructions: words(instructionsLimit),
  firstMessage: words(400),
});

export type AgentPromptPreview = {
  instructions: string;
  /** The first words of a person's first conversation. */
  opening: string;
  /** The whole instructions for the model, with the fixed rules. */
  whole: string;
  /** Variables without a value for this person; their lines are left out. */
  empty: string[];
  problem: string | null;
};

/** A template as it would be used with this person now. */
export async function previewAgentPrompt(
  viewer: Viewer,
  input: z.input<typeof PreviewAgentPrompt>,
): Promise<AgentPromptPreview> {
  mustBeTeam(viewer);
  const { subjectId, instructions, firstMessage } = parse(PreviewAgentPrompt, input);
  // The values come from the person's words, so the viewer needs access to the transcripts.
  if (!(await subjectAccessAt(viewer, subjectId)).can('READ_TRANSCRIPTS'))
    throw new NotFound('Subject', ['subjectId']);
  const found = await openingRequest(subjectId, { instructions, firstMessage });
  if (!found) throw new NotFound('Subject', ['subjectId']);
  const request = { ...found, conversation: { ...found.conversation, number: 1 } };
  const draft = await findTurn(request, subjectId, new AbortController().signal);
  const values = templateValues(draft.plan, found);
  await transaction((tx) => audit(tx, viewer, 'agent-prompt.previewed', { subjectId }));
  return {
    instructions: fillTemplate(instructions, values),
    opening: (agentsOpening(draft.plan, request) ?? draft).text,
    whole: systemPrompt(draft.plan, found),
    empty: namesIn(`${instructions}\n${firstMessage}`).filter((name) => name in values && !values[name]),
    problem: templateProblem(instructions, templateNames) ?? templateProblem(firstMessage, templateNames),
  };
}
