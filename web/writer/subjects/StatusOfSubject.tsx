import type { SubjectStatus } from '#web/app/generated/schema-types.ts';
import { State, type StateTone } from '#web/ui/Notice.tsx';

const words: Record<SubjectStatus, [word: string, tone: StateTone, open?: boolean]> = {
  DRAFT: ['draft', 'off', true],
  AWAITING_CONSENT: ['awaiting consent', 'warn', true],
  ACTIVE: ['active', 'ok'],
  PAUSED: ['paused', 'pencil', true],
  MEMORIAL: ['memorial', 'off'],
  DELETED: ['deleted', 'error'],
};

/** A subject's status as a word with a mark. */
export function StatusOfSubject({ status }: { status: SubjectStatus }) {
  const [word, tone, open = false] = words[status];
  return (
    <State tone={tone} open={open}>
      {word}
    </State>
  );
}
