import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { append } from '#api/platform/events/events.ts';
import { topics } from '#api/platform/events/topics.ts';

/** A person of a book was added, corrected, related, merged with another one, or separated again. */
export async function personChanged(tx: Tx, wake: Wake, subjectId: string, personId: string) {
  await append(tx, topics.people(subjectId), 'person-changed', { personId }, subjectId);
  wake(topics.people(subjectId));
}

/** The owners chose anew which of the living people readers see, and how much of them. */
export async function livingPeopleChosen(tx: Tx, wake: Wake, subjectId: string) {
  await append(tx, topics.people(subjectId), 'living-people-chosen', {}, subjectId);
  wake(topics.people(subjectId));
}

/** A member joined, left, or got another role or other rights. */
export async function membersChanged(tx: Tx, wake: Wake, subjectId: string) {
  await append(tx, topics.members(subjectId), 'members-changed', {}, subjectId);
  wake(topics.members(subjectId));
}
