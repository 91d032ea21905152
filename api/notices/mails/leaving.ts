import { z } from 'zod';
import { dayOf, greeting } from './accounts.ts';
import type { Letter } from './letter.ts';

const url = z.url();
const when = z.iso.datetime();
/** Where the person of the book lives; letters of an earlier version have none. */
const timeZone = z.string().default('UTC');

export const EmailChanged = z.object({ name: z.string(), newEmail: z.email(), url, until: when });

/** To the old address of an account: its holder can undo the change. */
export function emailChanged({ name, newEmail, url, until }: z.output<typeof EmailChanged>): Letter {
  return {
    subject: 'The address of your account was changed',
    preview: 'If it was not you, you can undo it.',
    paragraphs: [
      greeting(name),
      `the address of your account is now ${newEmail}. If that was you, there is nothing to do.`,
      'If it was not you, undo it: this address comes back, and whoever is signed in is signed out.',
    ],
    action: { label: 'It was not me, undo it', url },
    after: [`The link works once, until ${dayOf(until)}, for 72 hours in all. Nobody needs to be signed in.`],
    why: 'You get this because this was the address of your account at Evertold.',
  };
}

export const EmailChangeUndone = z.object({ name: z.string(), url });

/** To the address whose change was undone. */
export function emailChangeUndone({ name, url }: z.output<typeof EmailChangeUndone>): Letter {
  return {
    subject: 'A change of address was undone',
    preview: 'This address is no longer the one of the account.',
    paragraphs: [
      greeting(name),
      'whoever holds the address that the account had before has undone its change. This address is no longer the one of the account, and nobody signs in with it.',
    ],
    action: { label: 'Open Evertold', url },
    why: 'You get this because somebody gave this as the new address of their account at Evertold.',
  };
}

export const BookDeleted = z.object({
  subjectName: z.string(),
  byName: z.string(),
  until: when,
  timeZone,
  url,
});

/** To the owners and the person, when a subject was deleted. */
export function bookDeleted({
  subjectName,
  byName,
  until,
  timeZone,
  url,
}: z.output<typeof BookDeleted>): Letter {
  return {
    subject: `${subjectName}’s book was deleted`,
    preview: `It can be restored until ${dayOf(until, timeZone)}.`,
    paragraphs: [
      'Hello,',
      `${byName} has deleted ${subjectName}’s book. Nobody reads it now, and nobody is called.`,
      `It is kept until ${dayOf(until, timeZone)}. Until then you can restore it, and nothing in it is lost. Then it is erased, with its pictures and recordings.`,
    ],
    action: { label: 'Restore the book', url },
    why: `You get this because ${subjectName}’s book is yours, or you look after it.`,
  };
}

export const ExportReady = z.object({ subjectName: z.string(), until: when, timeZone, url });

/** To the user who asked for an export: it can be downloaded. */
export function exportReady({ subjectName, until, timeZone, url }: z.output<typeof ExportReady>): Letter {
  return {
    subject: `Everything of ${subjectName}’s book is ready`,
    preview: `You can download it until ${dayOf(until, timeZone)}.`,
    paragraphs: [
      'Hello,',
      `everything of ${subjectName}’s book that you asked for is in one file now. It opens without Evertold, in any browser.`,
    ],
    action: { label: 'Download it', url },
    after: [
      `The file is there until ${dayOf(until, timeZone)}, for 7 days in all. Sign in to get it: the link alone opens nothing.`,
    ],
    why: 'You get this because you asked for the file.',
  };
}

export const BookBrought = z.object({
  subjectName: z.string(),
  /** Whether recordings came, which are held; letters of an earlier version do not know. */
  hasRecordings: z.boolean().default(false),
  url,
});

/** To the user who brought a book from another Evertold: it is there. */
export function bookBrought({ subjectName, hasRecordings, url }: z.output<typeof BookBrought>): Letter {
  return {
    subject: `${subjectName}’s book is here`,
    preview: 'It came from your file, and is yours to look after.',
    paragraphs: [
      'Hello,',
      `${subjectName}’s book has come from the file that you sent, with its stories, conversations and keepsakes. You are its owner.`,
      `Nothing that ${subjectName} agreed to elsewhere holds here: we don’t call, text or record before ${subjectName} agrees here.${hasRecordings ? ` Nobody hears the recordings that came with it until ${subjectName} agrees to recording here.` : ''}`,
    ],
    action: { label: 'Open the book', url },
    why: 'You get this because you brought the book.',
  };
}

export const SuccessorNamed = z.object({ subjectName: z.string(), byName: z.string(), url });

/** To a member who was named as the successor of a subject's last owner. */
export function successorNamed({ subjectName, byName, url }: z.output<typeof SuccessorNamed>): Letter {
  return {
    subject: `You were named as successor for ${subjectName}’s book`,
    preview: 'There is nothing to do now.',
    paragraphs: [
      'Hello,',
      `${byName} has named you as the successor for ${subjectName}’s book. If the account of its last owner is deleted one day, the book is not deleted with it: you become its owner.`,
      'If the last owner has died, tell us in the settings of the book. We then write to them, and if nobody answers for 30 days, you become an owner.',
      'There is nothing to do now. What you can see and do in the book stays the same.',
    ],
    action: { label: 'Open the book', url },
    after: ['If you don’t want this, tell the owners: they can name somebody else.'],
    why: `You get this because you are a member of ${subjectName}’s book.`,
  };
}

export const SuccessorEnded = z.object({
  subjectName: z.string(),
  byName: z.string(),
  /** Whether they are still a member of the book. */
  isMember: z.boolean().default(true),
  url,
});

/** To a member who was the named successor, and isn't any more. */
export function successorEnded(data: z.output<typeof SuccessorEnded>): Letter {
  const { subjectName, byName, isMember, url } = data;
  return {
    subject: `You are no longer the named successor for ${subjectName}’s book`,
    preview: 'There is nothing to do.',
    paragraphs: [
      'Hello,',
      `${byName} has changed who takes over ${subjectName}’s book if the account of its last owner is deleted one day. You are no longer named for it.`,
      isMember
        ? 'There is nothing to do. What you can see and do in the book is not changed by this.'
        : 'There is nothing to do.',
    ],
    action: { label: 'Open Evertold', url },
    after: ['If you have a question about it, ask the owners of the book.'],
    why: `You get this because you were named as the successor for ${subjectName}’s book.`,
  };
}

export const OwnerSaidDead = z.object({
  subjectName: z.string(),
  ownerName: z.string(),
  byName: z.string(),
  /** Whether the letter goes to the owner, and not to the person of the book. */
  own: z.boolean(),
  until: when,
  /** Whether the time is over, and the successor became an owner. */
  isOver: z.boolean().default(false),
  timeZone,
  url,
});

/** To the only owner and to the person: the named successor has said that the owner has died, or became an owner by it. */
export function ownerSaidDead(data: z.output<typeof OwnerSaidDead>): Letter {
  const { subjectName, ownerName, byName, own, until, isOver, timeZone, url } = data;
  const [book, whose] = own ? [`${subjectName}’s book`, 'you have'] : ['your book', `${ownerName} has`];
  const day = dayOf(until, timeZone);
  const why = own
    ? `You get this because you are ${isOver ? 'an' : 'the'} owner of ${book}.`
    : 'You get this because the book is yours.';
  if (isOver)
    return {
      subject: `${byName} is now an owner of ${book}`,
      preview: own ? 'You are still an owner of it too.' : `${ownerName} is still an owner of it too.`,
      paragraphs: [
        'Hello,',
        `${byName} told us 30 days ago that ${whose} died. Nobody has told us otherwise, so ${byName} is now an owner of ${book}. ${own ? 'You are' : `${ownerName} is`} still an owner of it too.`,
        `If ${own ? 'you are reading this' : 'that is a mistake'}, you can change it back: open the members of the book, and choose another role for ${byName}.`,
      ],
      action: { label: 'Open the book', url },
      why,
    };
  return {
    subject: `${byName} told us that ${whose} died`,
    preview: own ? 'Please tell us that you are here.' : 'Please tell us if that is not right.',
    paragraphs: [
      'Hello,',
      own
        ? `${byName} is named as your successor for ${book}, and told us that you have died. If you are reading this, please tell us that you are here: choose “I’m here” in the settings of the book. Then nothing changes.`
        : `${byName} is named as the successor of ${ownerName}, the owner of ${book}, and told us that ${ownerName} has died. If that is not right, choose “${ownerName} is alive” in the settings of the book. Then nothing changes.`,
      own
        ? `If you don’t choose it, and don’t sign in by ${day}, ${byName} becomes an owner of the book as well.`
        : `If nobody answers by ${day}, and ${ownerName} doesn’t sign in, ${byName} becomes an owner of the book as well. If it is right, you don’t have to do anything.`,
    ],
    action: { label: 'Open the settings of the book', url },
    why,
  };
}

export const OwnerIsHere = z.object({
  subjectName: z.string(),
  ownerName: z.string(),
  /** Whether somebody answered; else the owner's account was used. */
  byHand: z.boolean(),
  url,
});

/** To the named successor who had said that the owner has died. */
export function ownerIsHere({ subjectName, ownerName, byHand, url }: z.output<typeof OwnerIsHere>): Letter {
  return {
    subject: `${subjectName}’s book stays with ${ownerName}`,
    preview: byHand ? `We were told that ${ownerName} is alive.` : `${ownerName}’s account is still in use.`,
    paragraphs: [
      'Hello,',
      byHand
        ? `You told us that ${ownerName} has died. Since then we were told that ${ownerName} is alive.`
        : `You told us that ${ownerName} has died. Since then somebody has used ${ownerName}’s account.`,
      `${subjectName}’s book stays as it is, and you are still the named successor.`,
    ],
    action: { label: 'Open the book', url },
    after: ['If this is a mistake, you can tell us again in the settings of the book, after 30 days.'],
    why: `You get this because you told us that ${ownerName} has died.`,
  };
}

export const BookHandedOver = z.object({
  subjectName: z.string(),
  fromName: z.string(),
  /** Whether the new owner was named as the successor. */
  asSuccessor: z.boolean().default(false),
  /** Whether the successor said that the owner has died; else the owner's account was deleted. */
  saidDead: z.boolean().default(false),
  url,
});

/** To a member who became the owner of a leaver's subject. */
export function bookHandedOver({
  subjectName,
  fromName,
  asSuccessor,
  saidDead,
  url,
}: z.output<typeof BookHandedOver>): Letter {
  const how = saidDead
    ? `You told us that ${fromName} has died, and nobody has answered for 30 days. You were named as the successor for ${subjectName}’s book, so you are an owner of it now.`
    : asSuccessor
      ? `The account of ${fromName} was deleted. You were named as the successor for ${subjectName}’s book, so you are its owner now.`
      : `${fromName} has left Evertold, and has handed ${subjectName}’s book to you.`;
  return {
    subject: `You are now ${saidDead ? 'an' : 'the'} owner of ${subjectName}’s book`,
    preview: asSuccessor ? 'You were named as the successor.' : `${fromName} has handed it to you.`,
    paragraphs: ['Hello,', `${how} You now decide who reads it, when we call, and what is kept.`],
    action: { label: 'Open the book', url },
    why: `You get this because you have a place at ${subjectName}’s book.`,
  };
}

export const AccountDeleted = z.object({
  name: z.string(),
  until: when,
  url,
  /** Subjects deleted with the account, each with the link to restore it. */
  deleted: z.array(z.object({ subjectName: z.string(), url })).max(50),
  handedOver: z.array(z.object({ subjectName: z.string(), toName: z.string() })).max(50),
});

/** The last letter, to a user whose account is deleted. */
export function accountDeleted(data: z.output<typeof AccountDeleted>): Letter {
  const { name, until, url, deleted, handedOver } = data;
  const [first, ...others] = deleted;
  const handed = handedOver.map(
    ({ subjectName, toName }) => `${toName} is now the owner of ${subjectName}’s book.`,
  );
  const gone = others.map(({ subjectName, url }) => `${subjectName}’s book: ${url}`);
  return {
    subject: 'Your account is deleted',
    preview: deleted.length ? `What went with it is kept until ${dayOf(until)}.` : 'We keep nothing of it.',
    paragraphs: [
      greeting(name),
      'your account at Evertold is deleted, and you are signed out everywhere.',
      ...handed,
      ...(first
        ? [
            `What you owned alone was deleted too, and is kept until ${dayOf(until)}. With the link you can restore it in a new account. Then it is erased.`,
          ]
        : []),
    ],
    action: first
      ? { label: `Have ${first.subjectName}’s book back`, url: first.url }
      : { label: 'Open Evertold', url },
    after: gone,
    why: 'You get this because an account with this address was deleted. It is the last mail that we send you.',
  };
}
