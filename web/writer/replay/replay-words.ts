import { taskNames } from '../prompts/task-names.ts';
import type { ReplayMeasuresShownFragment, ReplayRunRowFragment } from './replay.graphql.ts';

export const kindNames = { INTERVIEW: 'Interviewer', WRITE: 'Writer' } as const;

export const statusNames = {
  ...{ QUEUED: 'waiting', RUNNING: 'running', DONE: 'done', CANCELLED: 'stopped', FAILED: 'failed' },
} as const;

/** Shown for a measure that applies to none of the answers. */
const undecided = 'not counted';

const counted = (count: number | null) => (count === null ? undecided : count.toLocaleString('en'));

/** The measures of a run in words, each with its name. */
export function measuresInWords(measures: ReplayMeasuresShownFragment): [string, string][] {
  const { sentencesHeld: held, sentencesRefused: refused, wordsPerTurn, costUsd, meanLatencyMs } = measures;
  return [
    ['Answers', counted(measures.answers)],
    ['Failed', counted(measures.failed)],
    ['Not usable', counted(measures.unusable)],
    ['Questions repeated', counted(measures.questionsRepeated)],
    ['Words per turn', wordsPerTurn === null ? undecided : wordsPerTurn.toFixed(1)],
    ['Sentences refused', held === null || refused === null ? undecided : `${refused} of ${held + refused}`],
    ['Sentences with private words', counted(measures.privateSentences)],
    ['Cost', costUsd === null ? 'not known' : `$${costUsd.toFixed(4)}`],
    ['Time per turn', meanLatencyMs === null ? undecided : `${(meanLatencyMs / 1000).toFixed(2)} s`],
  ];
}

type Versions = {
  agentPrompts: readonly { name: string; versions: readonly NumberedVersion[] }[];
  prompts: readonly { task: string; versions: readonly NumberedVersion[] }[];
};
type NumberedVersion = { id: string; number: number; status: string };

/** The version that a run followed, in words. */
export function versionOfRun(
  { agentPromptVersion, promptVersion }: ReplayRunRowFragment,
  { kind, prompts }: { kind: 'INTERVIEW' | 'WRITE'; prompts: Versions['prompts'] },
): string {
  if (agentPromptVersion) return `${agentPromptVersion.agentPrompt.name} ${agentPromptVersion.number}`;
  if (!promptVersion) return kind === 'WRITE' ? 'Live versions at the time' : 'Built-in instructions';
  const prompt = prompts.find(({ versions }) => versions.some(({ id }) => id === promptVersion.id));
  const name = prompt && (taskNames[prompt.task] ?? prompt.task);
  return `${name ?? 'Version'} ${promptVersion.number}`;
}

/** The versions that can answer a set of this kind. */
export function versionsFor(kind: 'INTERVIEW' | 'WRITE', { agentPrompts, prompts }: Versions) {
  const named = (name: string, { id, number, status }: NumberedVersion) => ({
    id,
    name: `${name}, version ${number}${status === 'LIVE' ? ' (live)' : ''}`,
  });
  return kind === 'WRITE'
    ? prompts.flatMap(({ task, versions }) =>
        versions.map((version) => named(taskNames[task] ?? task, version)),
      )
    : agentPrompts.flatMap(({ name, versions }) => versions.map((version) => named(name, version)));
}
