import type { PauseReason } from '#web/app/generated/schema-types.ts';
import { wordsFor } from './person-words.ts';

/** Why calls and texts were paused by themselves, for those who may know it; null when somebody paused them. */
export function whyPaused(subject: {
  preferredName: string;
  pronouns?: string | null;
  isSelf: boolean;
  pausedBecause: PauseReason | null;
}): string | null {
  const { preferredName: name, isSelf, pausedBecause } = subject;
  if (!pausedBecause) return null;
  const { their } = wordsFor(subject);
  const said =
    pausedBecause === 'WRONG_NUMBER'
      ? `Somebody who answered our call said that we had the wrong number. Check ${isSelf ? 'your' : `${name}’s`} number in the settings.`
      : `Somebody who answered our call to ${isSelf ? 'your' : their} number said that ${name} has died. We don’t know if that is right.`;
  const resumes = isSelf ? 'you choose “Resume”' : 'an owner chooses “Resume”';
  const until =
    pausedBecause === 'WRONG_NUMBER' ? `${resumes}, or enter${isSelf ? '' : 's'} another number` : resumes;
  return `${said} We have paused all calls and texts until ${until}.`;
}
