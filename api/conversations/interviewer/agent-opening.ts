import { fillTemplate } from '#api/language/fill-template.ts';
import { builtInDraft } from './builtin.ts';
import type { TurnDraft, TurnPlan } from './interviewer.ts';
import type { TurnRequest } from './request.ts';
import { speechOf } from './speech-of.ts';
import { templateValues } from './system-prompt.ts';
import { allowTurn } from './turn.ts';
import { MAX_WORDS, sentencesOf, wordCount } from './words.ts';

/** The first message without its own greeting, because the words before it have greeted already. */
function withoutGreeting(message: string, name: string, greets: RegExp): string {
  const greeted = message.match(greets)?.[0];
  if (!greeted) return message;
  const named = message.slice(greeted.length);
  const rest = (named.startsWith(name) ? named.slice(name.length) : named).replace(/^[\s,.!:–—-]+/, '');
  // “Hello again, Nora” has other words than a greeting and a name, and is kept.
  if (rest && rest === named && !/[,.!]\s*$/.test(greeted)) return message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The message that says that a computer is speaking, with a sentence after it that says for whom, unless it does. */
function withForWhom(message: string, request: TurnRequest): string {
  const { says, forWhom } = speechOf(request.subject.language);
  const told = forWhom(request);
  if (!told || told.isSaidIn(message)) return message;
  const sentences = sentencesOf(message);
  const at = sentences.findIndex((sentence) => says.saysItIsAComputer(sentence));
  // Nothing is said after a question.
  const isAsked = sentences[at]?.includes('?');
  return sentences.toSpliced(isAsked ? at : at + 1, 0, told.sentence).join(' ');
}

/** The opening with the team's own first message, if it fits. It says that a computer is speaking, and for whom. */
export function agentsOpening(plan: TurnPlan, request: TurnRequest): TurnDraft | null {
  const template = request.agentPrompt?.firstMessage;
  if (plan.kind !== 'OPEN' || request.conversation.number > 1 || !template) return null;
  const { says, greeting, forWhom } = speechOf(request.subject.language);
  const own = fillTemplate(template, templateValues(plan, request)).trim();
  const honest = says.saysItIsAComputer(own)
    ? withForWhom(own, request)
    : `${greeting(request).short} ${withoutGreeting(own, request.subject.preferredName, says.greets)}`.trim();
  const asking = plan.ask && !honest.includes('?') ? `${honest} ${plan.ask.text}` : null;
  if (asking && wordCount(asking) <= MAX_WORDS && allowTurn(asking, request, false) === asking) {
    return { ...builtInDraft(plan, request), text: asking, by: 'agent prompt' };
  }
  const text = allowTurn(honest, request, false);
  // A message of many words may leave no room for it.
  if (!text || forWhom(request)?.isSaidIn(text) === false) return null;
  // The team's message doesn't contain the planned question, so the question has not been asked.
  const effects = plan.effects.filter((effect) => effect.effect !== 'REQUEST');
  return {
    text,
    done: true,
    questionKey: null,
    requestId: null,
    plan: { ...plan, ask: null, effects },
    by: 'agent prompt',
  };
}
