import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import type { TurnPlan } from '#api/conversations/interviewer/interviewer.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type {
  ConversationFacts,
  HistoryTurn,
  SubjectFacts,
  TurnRequest,
} from '#api/conversations/interviewer/request.ts';
import { BANK } from '#api/questions/bank/bank.ts';

export const NOW = new Date('2026-11-12T15:30:00Z');

export interface Changes extends Partial<Omit<TurnRequest, 'subject' | 'conversation' | 'told'>> {
  subject?: Partial<SubjectFacts>;
  conversation?: Partial<ConversationFacts>;
  told?: Partial<TurnRequest['told']>;
}

/** A request for Alma, an invented subject, at the start of her first conversation. */
export function aRequest(changes: Changes = {}): TurnRequest {
  return {
    history: [],
    heard: null,
    requests: [],
    findings: [],
    bank: BANK,
    agentPrompt: null,
    mayUseModel: true,
    now: NOW,
    seed: 7,
    ...changes,
    subject: {
      fullName: 'Alma Rourke',
      preferredName: 'Alma',
      pronouns: 'she/her',
      birthYear: 1941,
      isSelf: false,
      onBehalfOf: { name: 'Teresa', relationship: 'daughter' },
      timeZone: 'America/New_York',
      country: 'US',
      avoidedThemes: [],
      confidedThemes: [],
      people: [],
      language: 'en',
      ...changes.subject,
    },
    conversation: {
      channel: 'PHONE',
      togetherWith: null,
      number: 1,
      startedAt: NOW,
      limits: { minutes: 30, questions: 12 },
      nextCallAt: null,
      last: null,
      ...changes.conversation,
    },
    told: {
      askedTexts: [],
      confidedTexts: [],
      doneKeys: [],
      chapters: {},
      earlierWords: [],
      ...changes.told,
    },
  };
}

/**
 * A subject who talks with the built-in interviewer in several conversations, with the memory that the
 * engine keeps.
 */
export function aLife(changes: Changes = {}) {
  let number = changes.conversation?.number ?? 1;
  let history: HistoryTurn[] = [...(changes.history ?? [])];
  let now = changes.now ?? NOW;
  let startedAt = changes.conversation?.startedAt ?? now;
  let requests = changes.requests ?? [];
  let unanswered = changes.unanswered ?? [];
  const told = {
    askedTexts: [] as string[],
    confidedTexts: [] as string[],
    doneKeys: [] as string[],
    earlierWords: [] as string[],
    ...changes.told,
  };
  const avoided = [...(changes.subject?.avoidedThemes ?? [])];

  function answer(heard: TurnRequest['heard']): { text: string; plan: TurnPlan } {
    const request = aRequest({
      ...changes,
      history,
      heard,
      requests,
      unanswered,
      now,
      told: { ...told },
      subject: { ...changes.subject, avoidedThemes: [...avoided] },
      conversation: { ...changes.conversation, number, startedAt },
    });
    const plan = planTurn(request);
    const text = wordTurn(plan, request);
    told.askedTexts.push(text);
    if (plan.ask?.questionKey) told.doneKeys.push(plan.ask.questionKey);
    for (const effect of plan.effects) {
      if (effect.effect === 'AVOID_THEME') avoided.push(effect.theme);
      if (effect.effect !== 'REQUEST') continue;
      const put = requests.filter(({ id }) => id === effect.requestId && effect.status === 'ASKED');
      requests = requests.filter(({ id }) => id !== effect.requestId);
      unanswered = [...unanswered.filter(({ id }) => id !== effect.requestId), ...put];
    }
    history = [
      ...history,
      {
        role: 'assistant',
        text,
        private: false,
        kind: plan.kind,
        questionKey: plan.ask?.questionKey,
        requestId: plan.ask?.requestId,
      },
    ];
    return { text, plan };
  }

  return {
    begin: () => answer(null),
    say(text: string) {
      const heard = listen(
        text,
        contextOf(history, changes.conversation?.channel ?? 'PHONE', changes.subject?.language),
      );
      history = [...history, { role: 'user', text, private: heard.privateScope !== null }];
      now = new Date(now.getTime() + 20_000);
      return { ...answer(heard), heard };
    },
    nextConversation() {
      told.earlierWords = [
        ...history
          .flatMap((turn) => (turn.role === 'user' && turn.text && !turn.private ? [turn.text] : []))
          .reverse(),
        ...told.earlierWords,
      ];
      history = [];
      number++;
      now = new Date(now.getTime() + 3 * 86_400_000);
      startedAt = now;
      return answer(null);
    },
    wait(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}
