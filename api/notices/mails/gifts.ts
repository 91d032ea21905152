import { z } from 'zod';
import { languages } from '#api/language/languages.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { Letter } from './letter.ts';

export const GiftGiven = z.object({
  recipientName: z.string(),
  giverName: z.string(),
  message: z.string().nullish(),
  code: z.string(),
  url: z.url(),
  expiresAt: z.iso.datetime(),
  /** Where the recipient lives. */
  timeZone: z.string(),
  language: z.enum(languages),
});

type Given = z.output<typeof GiftGiven>;

/** To the recipient, on the day that the giver chose. */
export function gift(data: Given): Letter {
  const { recipientName, giverName, message } = data;
  return {
    subject: `${giverName} is giving you Evertold`,
    preview: 'A book of your own stories, in your own words.',
    paragraphs: [
      `Dear ${recipientName},`,
      `${giverName} is giving you Evertold. It asks about your life, listens, and writes your stories down in your own words, for your family.`,
    ],
    ...(message && { quoted: message.split(/\n+/) }),
    ...endOf(data),
  };
}

/** Once, two weeks later, when the gift was not opened. */
export function giftReminder(data: Given): Letter {
  const { recipientName, giverName, message } = data;
  return {
    subject: `Your gift from ${giverName} is still here`,
    preview: 'You can open it whenever you like.',
    paragraphs: [
      `Dear ${recipientName},`,
      `Two weeks ago ${giverName} gave you Evertold, which writes your stories down in your own words. It’s still here for you. This is our only reminder.`,
    ],
    ...(message && { quoted: message.split(/\n+/) }),
    ...endOf(data),
  };
}

function endOf({
  giverName,
  code,
  url,
  expiresAt,
  timeZone,
}: Given): Pick<Letter, 'action' | 'after' | 'why'> {
  const until = new Date(expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone });
  return {
    action: { label: 'Open your gift', url },
    after: [
      `You can also go to ${publicUrl()}/onboarding/, choose “I was given this”, and enter the code ${code}.`,
      `It works once, until ${until}. We won’t ask, write or share anything until you agree.`,
    ],
    why: `You get this because ${giverName} gave us this address for the gift. We use it for this gift and nothing else.`,
  };
}
