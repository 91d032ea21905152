import { z } from 'zod';
import { isPlainName } from '../plain-names.ts';
import { dayOf, greeting } from './accounts.ts';
import type { Letter } from './letter.ts';

const url = z.url();

export const Invitation = z.object({
  subjectName: z.string(),
  inviterName: z.string(),
  role: z.enum(['VIEWER', 'EDITOR', 'OWNER', 'SUBJECT']),
  url,
  expiresAt: z.iso.datetime(),
  /** Where the person of the book lives; letters of an earlier version have none. */
  timeZone: z.string().default('UTC'),
  message: z.string().nullish(),
});

const invited = {
  VIEWER: (name: string) => `to read ${name}’s stories`,
  EDITOR: (name: string) => `to keep ${name}’s book together with the family`,
  OWNER: (name: string) => `to look after ${name}’s book`,
  SUBJECT: () => 'to tell your stories, and to decide about them',
};

/** To a person who is invited to a subject. */
export function invitation(data: z.output<typeof Invitation>): Letter {
  const { inviterName, role, subjectName, message } = data;
  const purpose = invited[role](subjectName);
  return {
    subject: `${inviterName} invites you ${purpose}`,
    preview: 'You can say yes or no.',
    paragraphs: ['Hello,', `${inviterName} invites you ${purpose}.`],
    quoted: message ? [message] : [],
    action: { label: 'See the invitation', url: data.url },
    after: [`The invitation holds until ${dayOf(data.expiresAt, data.timeZone)}. The link is for you alone.`],
    why: `You get this because ${inviterName} gave us this address for the invitation. We keep it for nothing else.`,
  };
}

export const EnterBook = z.object({ name: z.string(), subjectName: z.string(), url });

/** To an invited reader who asked to enter without a password. */
export function enterBook({ name, subjectName, url }: z.output<typeof EnterBook>): Letter {
  return {
    subject: `Open ${subjectName}’s book`,
    preview: 'Your link works once.',
    paragraphs: [
      greeting(name),
      `with this link you can read ${subjectName}’s stories. It signs you in to Evertold: you don’t need a password.`,
    ],
    action: { label: `Open ${subjectName}’s book`, url },
    after: [
      'The link works once, for 30 minutes. To come back later on another device, open your invitation again and ask for a new link.',
    ],
    why: 'You get this because somebody with an invitation to this book gave us your address. If it was not you, ignore this mail: nobody can enter without the link. Don’t pass it on: it signs whoever opens it in as you.',
  };
}

/** The same to somebody who has an account with a password or a book of their own: the letter alone opens nothing. */
export function enterAsUsual({ name, subjectName, url }: z.output<typeof EnterBook>): Letter {
  return {
    subject: `Open ${subjectName}’s book`,
    preview: 'Sign in first.',
    paragraphs: [
      greeting(name),
      `you have an account at Evertold with this address. Sign in as usual, then open the invitation to ${subjectName}’s book.`,
    ],
    action: { label: 'See the invitation', url },
    after: [
      'If you have no password yet, choose “Forgot it?” when you sign in: we mail you a link to set one.',
    ],
    why: 'You get this because somebody with an invitation to this book gave us your address. If it was not you, ignore this mail: nothing changes.',
  };
}

export const Wellbeing = z.object({ subjectName: z.string(), url });

/** To the owners at once: something was said that needs a person. The letter doesn't contain the words. */
export function wellbeing({ subjectName, url }: z.output<typeof Wellbeing>): Letter {
  return {
    subject: `Please be in touch with ${subjectName}`,
    preview: 'Something was said that a person should hear.',
    paragraphs: [
      'Hello,',
      `in a conversation just now ${subjectName} said something that made us think somebody close should be in touch soon.`,
      `Evertold answered calmly and said where to find help. It is a computer, and can’t tell how ${subjectName} is. You can.`,
    ],
    action: { label: 'Open the book', url },
    after: ['If you think there is danger now, call the emergency number.'],
    why: `You get this at once, at any hour, because you look after ${subjectName}’s book.`,
  };
}

export const NewStory = z.object({
  subjectName: z.string(),
  titles: z.array(z.string()).min(1).max(50),
  url,
  unsubscribeUrl: url,
});

/** To members who chose to be told of new stories. */
export function newStory({ subjectName, titles, url, unsubscribeUrl }: z.output<typeof NewStory>): Letter {
  const what = titles.length === 1 ? 'a new story' : `${titles.length} new stories`;
  return {
    subject: `${subjectName} has told ${what}`,
    preview: titles.join(' · '),
    paragraphs: [
      'Hello,',
      `in ${subjectName}’s book there ${titles.length === 1 ? 'is' : 'are'} now ${what} to read:`,
    ],
    quoted: titles,
    action: { label: titles.length === 1 ? 'Read the story' : 'Read the stories', url },
    why: `You get this because you read ${subjectName}’s book. In your settings you say how often.`,
    unsubscribe: { letters: 'letters about new stories', url: unsubscribeUrl },
  };
}

const Names = z.array(z.object({ authorName: z.string() }));

export const NewRemarks = z.object({
  subjectName: z.string(),
  /** The number of remarks, and of hearts; together at least one. */
  count: z.int().min(0),
  hearts: z.int().min(0),
  stories: z.array(z.object({ title: z.string(), authors: Names, hearts: Names })).min(1),
  url,
  unsubscribeUrl: url,
});

/** To members who chose to hear of remarks. The letter names the stories and who wrote or gave a heart, not the remarks. */
export function newRemarks(data: z.output<typeof NewRemarks>): Letter {
  const { subjectName, stories, url, unsubscribeUrl } = data;
  const lines = stories.map(({ title, authors, hearts }) => {
    const from = [namesOf(authors), hearts.length > 0 && `a heart from ${namesOf(hearts)}`];
    return `${title} (${from.filter(Boolean).join('; ')})`;
  });
  return {
    subject: `${whatIsNew(data)} in ${subjectName}’s book`,
    preview: lines.join(' · '),
    paragraphs: [
      'Hello,',
      `there is something new from the family about ${stories.length === 1 ? 'a story' : `${stories.length} stories`} in ${subjectName}’s book:`,
    ],
    quoted: [...new Set(lines)],
    action: { label: stories.length === 1 ? 'Read the story' : 'Open the book', url },
    why: `You get this because you read ${subjectName}’s book. In your settings you choose how often we write to you about remarks and hearts.`,
    unsubscribe: { letters: 'letters about remarks and hearts', url: unsubscribeUrl },
  };
}

function whatIsNew({ count, hearts, stories }: z.output<typeof NewRemarks>): string {
  const [story] = stories;
  const name = story?.authors[0]?.authorName ?? story?.hearts[0]?.authorName ?? 'Somebody';
  if (count === 1 && hearts === 0) return `${name} wrote a remark`;
  if (count === 0 && hearts === 1) return `${name} gave a story a heart`;
  const both = [count > 0 && numbered(count, 'remark'), hearts > 0 && numbered(hearts, 'heart')];
  return `There ${(count || hearts) === 1 ? 'is' : 'are'} ${both.filter(Boolean).join(' and ')}`;
}

const numbered = (count: number, what: string) => (count === 1 ? `a new ${what}` : `${count} new ${what}s`);

const namesOf = (names: z.output<typeof Names>) => names.map(({ authorName }) => authorName).join(', ');

export const ConsentChanged = z.object({
  subjectName: z.string(),
  kinds: z.array(z.enum(['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'])).min(1),
  status: z.enum(['GRANTED', 'WITHDRAWN']),
  url,
});

const consented = {
  CALLS: 'being called',
  SMS: 'text messages',
  RECORDING: 'keeping the sound of the voice',
  AI_WRITING: 'having the stories written with the help of AI',
  SHARING: 'the family reading what was said',
};

/** To the owners and the person: consents that were given or withdrawn together. */
export function consentChanged({ subjectName, kinds, status, url }: z.output<typeof ConsentChanged>): Letter {
  const [only, ...others] = kinds.map((kind) => consented[kind]);
  const several = others.length > 0;
  const given = status === 'GRANTED';
  const what = several ? `${kinds.length} things` : only;
  const holds = given
    ? 'It holds from now on, and can be taken back at any time.'
    : 'It holds at once. Nothing needs to be explained.';
  const begins = given
    ? `for ${subjectName}’s book a yes was given to`
    : `for ${subjectName}’s book the yes was taken back to`;
  return {
    subject: given ? `${subjectName} said yes to ${what}` : `The yes to ${what} was taken back`,
    preview: `It holds from now on, for ${subjectName}’s book.`,
    paragraphs: ['Hello,', several ? `${begins}:` : `${begins} ${only}. ${holds}`],
    ...(several && { quoted: kinds.map((kind) => consented[kind]), after: [holds] }),
    action: { label: 'See what was agreed', url },
    why: `You get this because you look after ${subjectName}’s book, or it is yours.`,
  };
}

export const CodeWordChanged = z.object({
  subjectName: z.string(),
  change: z.enum(['CHOSEN', 'CHANGED', 'REMOVED']),
  /** Who did it. Null if the word was removed because the account that had chosen it was secured. */
  byName: z.string().nullable(),
  /** Whether the recipient did it. */
  own: z.boolean(),
  url,
});

const codeWordDone = { CHOSEN: 'chosen', CHANGED: 'changed', REMOVED: 'removed' } as const;

/** To the owners and the person: the word by which Evertold and the person recognize each other on the phone. */
export function codeWordChanged(data: z.output<typeof CodeWordChanged>): Letter {
  const { subjectName, change, byName, own, url } = data;
  const done = codeWordDone[change];
  const name = byName && isPlainName(byName) ? byName : 'Somebody';
  const secured = byName === null;
  return {
    subject: `The code word of ${subjectName}’s book was ${done}`,
    preview: 'If that is not right, choose another.',
    paragraphs: [
      'Hello,',
      secured
        ? `the account that had chosen the code word of ${subjectName}’s book was secured. The word was removed, because somebody else may know it.`
        : `${own ? 'you' : name} ${own ? 'have' : 'has'} ${done} the code word of ${subjectName}’s book. Evertold treats a caller who says this word as ${subjectName}.`,
      secured
        ? 'You can choose another in the settings of the book.'
        : own
          ? 'If that was you, there is nothing to do. If it wasn’t, open your settings and choose “Secure my account”: that removes the word as well.'
          : `If that is not right, choose another in the settings of the book.`,
    ],
    action: { label: own ? 'Open your settings' : 'Open the settings of the book', url },
    why: `You get this because you look after ${subjectName}’s book, or it is yours.`,
  };
}

export const BookClaimed = z.object({
  subjectName: z.string(),
  claimedBy: z.string(),
  /** The letter goes to the account that the subject belongs to now. */
  own: z.boolean(),
  url,
});

/** To the owners and the person: an account has shown that the subject is its holder. */
export function bookClaimed({ subjectName, claimedBy, own, url }: z.output<typeof BookClaimed>): Letter {
  const name = isPlainName(claimedBy) ? claimedBy : 'Somebody';
  const who = own ? 'you' : name;
  return {
    subject: own ? 'The book about you is yours' : `${name} is in charge of ${subjectName}’s book`,
    preview: 'It was shown by a code to the phone of the book.',
    paragraphs: [
      'Hello,',
      `${who} entered the code that we texted to the phone of ${subjectName}’s book. Evertold takes ${who} for ${subjectName} from now on.`,
      own
        ? 'You say what is agreed to and who reads what, and you alone read what was kept private.'
        : `${subjectName} says now what is agreed to and who reads what, and alone reads what was kept private. You look after the book as before.`,
    ],
    action: { label: 'Open the book', url },
    after: ['If that is not right, answer this mail at once: a person reads it.'],
    why: own
      ? 'You get this because it is the address of the account that entered the code.'
      : `You get this because you look after ${subjectName}’s book.`,
  };
}

export const CallMissed = z.object({
  subjectName: z.string(),
  tries: z.int().min(1),
  /** How many of the tries the phone service could not put through. */
  notConnected: z.int().default(0),
  /** How many of them were not dialled. */
  notDialled: z.int().default(0),
  /** Whether somebody asked for the call, outside of the schedule. */
  asked: z.boolean().default(false),
  /** Tuesday, November 24, 2 PM: by the clock where they live. */
  time: z.string(),
  /** The same in Spanish; the letters of an earlier version don't have it. */
  timeInSpanish: z.string().optional(),
  url,
  /** The letters of an earlier version don't have it. */
  unsubscribeUrl: url.optional(),
});

const often = (times: number) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);

/** How many of the tries of a call rang: nobody picked up, or a machine or somebody else did. */
export function unansweredOf({ tries, notConnected, notDialled }: z.output<typeof CallMissed>): number {
  return tries - notConnected - notDialled;
}

/** What happened to the tries of a call: We tried twice, and Alma couldn’t be reached. */
function whatHappened(data: z.output<typeof CallMissed>): string {
  const { subjectName, tries, notConnected, notDialled } = data;
  const happened = [
    [unansweredOf(data), `${subjectName} couldn’t be reached`],
    [notConnected, 'the call could not be put through'],
    [notDialled, 'the call could not be made, so the phone did not ring'],
  ] as const;
  const parts = happened.filter(([times]) => times > 0);
  if (parts.length === 1) return `We tried ${often(tries)}, and ${parts[0]?.[1]}.`;
  return `We tried ${often(tries)}: ${parts.map(([times, what]) => `${often(times)} ${what}`).join('; ')}.`;
}

/** To the family: all tries of a call came to nothing. */
export function callMissed(data: z.output<typeof CallMissed>): Letter {
  const { subjectName, notConnected, asked, time, url, unsubscribeUrl } = data;
  const at = `${time}, ${subjectName}’s time`;
  const rang = unansweredOf(data) > 0;
  const happened = whatHappened(data);
  const planned = rang ? `we called ${subjectName}` : `we wanted to call ${subjectName}`;
  return {
    subject: rang ? `${subjectName} missed a call` : `We couldn’t call ${subjectName}`,
    preview: happened,
    paragraphs: [
      'Hello,',
      asked
        ? `somebody asked us to call ${subjectName} (${at}). ${happened}`
        : `${planned} at the time you chose (${at}). ${happened}`,
      notConnected > 0 && !rang
        ? `Please check in the settings whether ${subjectName}’s number is still right.`
        : 'There is nothing you have to do.',
    ],
    action: { label: 'Open the book', url },
    why: `You get this because you look after ${subjectName}’s book. In your settings you say whether you hear of missed calls.`,
    ...(unsubscribeUrl && { unsubscribe: { letters: 'letters about missed calls', url: unsubscribeUrl } }),
  };
}

export const CallsStopped = z.object({
  subjectName: z.string(),
  said: z.enum(['SAID_TO_HAVE_DIED', 'WRONG_NUMBER']),
  /** Whether calls and texts were paused for it, and not by somebody before. */
  isNew: z.boolean(),
  /** Whether the letter goes to the subject. */
  own: z.boolean(),
  /** When it was said. */
  at: z.iso.datetime(),
  timeZone: z.string(),
  url,
});

/** To the owners, or to the subject alone: what the person who answered a call said, after which nobody is called. */
export function callsStopped(data: z.output<typeof CallsStopped>): Letter {
  const { subjectName, said, isNew, own, at, timeZone, url } = data;
  const isWrong = said === 'WRONG_NUMBER';
  const died = own ? 'that you have died' : `that ${subjectName} has died`;
  const [whom, whose] = own ? ['you', 'your'] : [subjectName, `${subjectName}’s`];
  const until = `until ${own ? 'you resume' : 'an owner resumes'} them`;
  const another = `if you enter another number, the pause ends, and ${own ? 'you have' : `${subjectName} has`} to agree again before we call it`;
  return {
    subject: own ? 'Calls to you are paused' : `Calls to ${subjectName} are paused`,
    preview: 'Please read what was said on the phone.',
    paragraphs: [
      'Hello,',
      `we called ${whose} number on ${dayOf(at, timeZone)}. The person who answered said ${isWrong ? 'that this is the wrong number' : died}. We don’t know if that is right: Evertold is a computer, and it can mishear.`,
      isNew
        ? `We have paused all calls and texts to ${whom} ${until}.`
        : `Calls and texts to ${whom} were paused already. They stay paused ${until}.`,
      isWrong
        ? `Please check ${whose} number in the settings. If it is right, choose “Resume” there${isNew ? `; ${another}` : ''}. ${isNew ? 'We have paused only this book. If' : 'If'} another book has the same number, please check it there too.`
        : `If it is not right, choose “Resume” in the settings. Otherwise you don’t have to do anything.`,
    ],
    action: { label: 'Open the settings of the book', url },
    after: ['Everything that was told stays in the book.'],
    why: own
      ? 'You get this because the book is yours.'
      : `You get this because you look after ${subjectName}’s book.`,
  };
}

export const CallerUnconfirmed = z.object({ subjectName: z.string(), url });

/** To the owners: somebody called and told something, and nobody knows yet who it was. */
export function callerUnconfirmed({ subjectName, url }: z.output<typeof CallerUnconfirmed>): Letter {
  return {
    subject: `Was that ${subjectName} on the phone?`,
    preview: 'Somebody called and told a story. You can say who it was.',
    paragraphs: [
      'Hello,',
      `somebody called Evertold about ${subjectName}’s book and told something. A number alone doesn’t prove who calls, so nothing is written into the book yet.`,
      `Read it in the call log, and say whether it was ${subjectName}.`,
    ],
    action: { label: 'Open the call', url },
    after: [`If it wasn’t ${subjectName}, the words are erased 30 days after you say so.`],
    why: `You get this because you look after ${subjectName}’s book.`,
  };
}

export const StoryDeletedByPhone = z.object({ subjectName: z.string(), byHand: z.boolean(), url });

/** To the owners: the person had a story deleted on the phone, or asks for it where the family wrote it. */
export function storyDeletedByPhone(data: z.output<typeof StoryDeletedByPhone>): Letter {
  const { subjectName, byHand, url } = data;
  return {
    subject: byHand ? `${subjectName} wants a story out of the book` : `${subjectName} deleted a story`,
    preview: byHand ? 'The family wrote it by hand.' : 'It was asked for on the phone.',
    paragraphs: [
      'Hello,',
      byHand
        ? `on the phone ${subjectName} asked to have a story deleted that the family wrote by hand. It is hidden now, and nothing of it is erased.`
        : `on the phone ${subjectName} asked to have a story deleted. Nobody else reads the words any more, and they are erased in 30 days.`,
    ],
    action: { label: 'Open the book', url },
    why: `You get this because you look after ${subjectName}’s book.`,
  };
}
