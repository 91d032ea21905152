import { type ComfortWords, comfort } from '../comfort.ts';
import { dangerFacts } from '../help.ts';
import type { TurnPlan } from '../interviewer.ts';
import { type ConsentKind, doubtedConsents } from '../mind.ts';
import type { TurnRequest } from '../request.ts';
import { pick } from '../words.ts';
import { instructedWords } from './instructed.ts';
import { promiseOf } from './promise.ts';

const HELP_LINE: Record<string, string> = {
  US: 'call or text 988',
  CA: 'call or text 988',
  GB: 'call Samaritans on 116 123',
  IE: 'call Samaritans on 116 123',
  AU: 'call Lifeline on 13 11 14',
  NZ: 'call or text 1737',
};

/** Where to get help, the essentials first. An effect notifies the owner, and the person is told so. */
export function crisisWords(plan: TurnPlan, request: TurnRequest): string[] {
  const { country, emergency, about, again } = dangerFacts(plan, request);
  const number = emergency ?? 'your local emergency number';
  const note = request.subject.isSelf ? null : 'I’m letting your family know.';
  if (about === 'MEDICAL') {
    return [
      `Please call ${number} now, or someone close by.`,
      again ? 'I can’t call for you.' : 'I’m a computer and can’t call for you.',
      note ?? '',
    ];
  }
  if (about === 'VIOLENCE') {
    return [
      again ? 'I hear you.' : 'You deserve to be safe.',
      `If there is danger now, please call ${number}.`,
      note ?? '',
    ];
  }
  const line = country ? HELP_LINE[country] : undefined;
  const help = line
    ? `Please ${line}, or ${number} if you’re in danger.`
    : `Please call ${number}, or a crisis line, right now.`;
  return [
    again ? 'I’m still here with you.' : 'Thank you for telling me.',
    help,
    note ?? 'Please tell someone close to you.',
  ];
}

const COMFORT: ComfortWords = {
  sorry: [
    'I’m so sorry.',
    'That is a lot to carry.',
    'I can hear how much that means.',
    'Thank you for trusting me with that.',
  ],
  choices: [
    'We can take a break, talk about something lighter, or stop for today. Which would you like?',
    'Would you like a short break, another story, or to stop for today?',
    'Shall we take a break, talk about something else, or stop for today?',
    'There’s no hurry. Shall we take a break, or talk about something lighter?',
  ],
  offer: 'We can take a break, talk about something lighter, or stop, just as you like.',
  leaves: 'Of course. We’ll leave that alone.',
  afterCrisis: 'I’m here, and there’s no hurry.',
};

export function comfortWords(request: TurnRequest, used: (text: string) => boolean): string[] {
  return comfort(COMFORT, request, used);
}

/** For each withdrawn consent, what we stop doing. */
const WITHDRAWN: Record<ConsentKind, string> = {
  CALLS: 'I won’t call again.',
  SMS: 'No more texts.',
  RECORDING: 'No sound is kept.',
  AI_WRITING: 'Nothing more is written.',
  SHARING: 'Nobody else can read it.',
};

const DOUBTED: Record<ConsentKind, string> = {
  CALLS: 'Shall I stop calling you for good?',
  SMS: 'Shall I stop texting you?',
  RECORDING: 'Shall I stop keeping the sound?',
  AI_WRITING: 'Shall I stop writing the book?',
  SHARING: 'Shall I stop showing your stories to your family?',
};

/** Asks which consent the person wants to withdraw. */
export function confirmWithdrawal(request: TurnRequest): string {
  const [kind] = doubtedConsents(request.heard?.reading ?? { spans: [] });
  return kind ? DOUBTED[kind] : 'Would you like me to stop something? Tell me what.';
}

/** What we say about ourselves when asked, or about a wish that was just carried out. */
export function reassurance(request: TurnRequest, behalf: string | null): string {
  const heard = request.heard;
  const withdrawn = heard?.withdraws ?? [];
  if (withdrawn.length > 0) return `Of course. ${withdrawn.map((kind) => WITHDRAWN[kind]).join(' ')}`;
  const promise = promiseOf(request);
  if (promise) return promise;
  if (!heard?.about && heard?.intents.includes('INSTRUCTS')) return instructedWords(request);
  const forWhom = behalf ? ` I speak for ${behalf}.` : '';
  switch (heard?.about) {
    case 'COMPUTER':
      return `Yes, I’m a computer: Evertold’s built-in interviewer.${forWhom}`;
    case 'PRIVACY':
      return request.subject.isSelf
        ? 'What you say is written down for you. Only those you share it with can read it.'
        : 'What you say is written down for you and those you share it with. Say “keep that private” anytime.';
    case 'PRACTICAL':
      return practicalWords(request);
    case 'MONEY':
      return 'I never ask for money, or for numbers and cards. I only collect your stories.';
    case 'OURSELVES':
      return ofOurselves(request);
    case 'PURPOSE':
      return behalf
        ? `I collect your stories for a book, for ${behalf}.`
        : 'I collect your stories, so that they make a book.';
    default:
      if (/\bwho (?:told|said)\b|\bhow do you know\b/i.test(request.history.at(-1)?.text ?? ''))
        return 'I only know what you and your family told me.';
      return `I’m Evertold’s built-in interviewer, a computer.${forWhom}`;
  }
}

/** The answer when asked how long it takes, or whether it is done right. */
function practicalWords(request: TurnRequest): string {
  const { limits } = request.conversation;
  if (/\b(?:what time is it|what(?:'s|’s| is) the time)\b/i.test(request.history.at(-1)?.text ?? ''))
    return timeNow(request);
  return `We talk for ${limits.minutes} minutes at most, and you can stop whenever you like. There’s no wrong way.`;
}

/** The time of day where the person is, if that is known. */
function timeNow({ now, subject }: TurnRequest): string {
  if (!subject.timeZone) return 'I can’t tell the time where you are.';
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: subject.timeZone }).format(
    now,
  );
  return `It’s ${time} where you are.`;
}

/** The answer when asked as if we were a person: a computer doesn't pretend to have a life. */
function ofOurselves(request: TurnRequest): string {
  const asked = request.history.at(-1)?.text ?? '';
  if (/\b(?:there|listening|hear me)\b/i.test(asked)) return 'I’m here, and I’m listening.';
  if (/\byour name\b/i.test(asked)) return 'My name is Evertold. I’m a computer.';
  if (/\bthink\b/i.test(asked)) return 'I’m a computer, and it’s what you think that belongs in the book.';
  const ways = [
    'I’m a computer: I have no life to tell of. I’m here to listen to yours.',
    'A computer has nothing of that kind. That’s why I listen to you.',
    'It’s kind of you to ask. I’m a computer, so there’s nothing to tell.',
  ];
  return pick(ways, request.seed, `ourselves${request.history.length}`);
}

const CONFIRM = [
  'Do you mean for today, or for good?',
  'Shall I stop for today, or for good?',
  'Is that for today, or for good?',
  'Would you like to stop for today, or for good?',
] as const;

/**
 * Asks whether to stop for today or for good. It is worded differently each time, at last without a
 * question mark.
 */
export function confirmStop(used: (text: string) => boolean): string {
  return (
    CONFIRM.find((question) => !used(question)) ?? 'Just tell me whether that is for today, or for good.'
  );
}
