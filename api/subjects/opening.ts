import { agentsOpening } from '#api/conversations/interviewer/agent-opening.ts';
import type { TurnRequest } from '#api/conversations/interviewer/request.ts';
import { speechOf } from '#api/conversations/interviewer/speech-of.ts';
import type { Subject } from '#api/generated/prisma/client.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { versionInForce } from '#api/writer/agent-prompts/in-force.ts';

/** The interviewer's first words: who it is, that it is a computer, and for whom it speaks. */
export async function openingWords(subject: Subject): Promise<string> {
  const [owner, before] = await Promise.all([
    db.membership.findFirst({
      where: { subjectId: subject.id, role: 'OWNER' },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { relationship: true, user: { select: { name: true } } },
    }),
    db.conversation.count({
      where: {
        ...{ subjectId: subject.id, status: { in: ['IN_PROGRESS', 'COMPLETED'] } },
        channel: { not: 'RECORDING' },
      },
    }),
  ]);
  const version = await versionInForce({
    ...{ language: subject.language, selfUserId: subject.selfUserId, heldById: null },
  });
  const request: TurnRequest = {
    subject: {
      language: languageOf(subject.language),
      fullName: subject.fullName,
      preferredName: subject.preferredName,
      pronouns: subject.pronouns,
      birthYear: null,
      isSelf: subject.selfUserId !== null,
      onBehalfOf: owner && { name: owner.user.name, relationship: owner.relationship },
      timeZone: subject.timeZone,
      country: null,
      avoidedThemes: subject.avoidedThemes,
      confidedThemes: [],
      people: [],
    },
    conversation: {
      // Every conversation is in the browser so far.
      channel: 'WEB',
      togetherWith: null,
      number: before + 1,
      startedAt: clock.now(),
      limits: { minutes: subject.maxMinutes, questions: subject.maxQuestions },
      nextCallAt: null,
      last: null,
    },
    history: [],
    heard: null,
    requests: [],
    told: { askedTexts: [], confidedTexts: [], doneKeys: [], chapters: {}, earlierWords: [] },
    findings: [],
    bank: [],
    agentPrompt: version,
    mayUseModel: false,
    now: clock.now(),
    seed: 0,
  };
  return (
    agentsOpening({ kind: 'OPEN', ask: null, effects: [] }, request)?.text ??
    speechOf(request.subject.language).greeting(request).long
  );
}
