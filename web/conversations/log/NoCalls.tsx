import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { soonInWords } from '#web/subjects/when.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import type { CallLogRouteQuery } from '../call-log.graphql.ts';
import { BeginConversation } from './BeginConversation.tsx';

/** Nothing was said yet, or nothing of it is shared with whoever looks. */
export function NoCalls({ subject }: { subject: NonNullable<CallLogRouteQuery['subject']> }) {
  const { id, isSelf, abilities, nextCall, timeZone, preferredName } = subject;
  const words = wordsFor(subject);
  if (!abilities.includes('READ_TRANSCRIPTS')) {
    return (
      <PlainPage
        title="Call log"
        heading="The calls stay with the family"
        lead={`What ${preferredName} says on the phone is not shared with you. The stories that came of it are in the book.`}
      >
        <Link className={buttonClass()} to={`/dashboard/${encodeURIComponent(id)}/biography/`}>
          Read the book
        </Link>
      </PlainPage>
    );
  }
  const next = nextCall && soonInWords(nextCall.at, timeZone);
  const who = isSelf
    ? 'You find what you say here'
    : `You find what ${words.they} ${words.verb('says', 'say')} here`;
  const ends = isSelf ? 'you hang up' : `${words.they} ${words.verb('hangs', 'hang')} up`;
  return (
    <PlainPage
      title="Call log"
      heading={
        next
          ? `The first call is ${/^(Today|Tomorrow)/.test(next) ? next.toLowerCase() : `on ${next}`}`
          : 'No call yet'
      }
      lead={
        next
          ? `${who}, a few minutes after ${ends}.`
          : `${capital(who)}, in ${words.their} own words, as soon as the first conversation begins.`
      }
    >
      {abilities.includes('CONVERSE') && (
        <BeginConversation subjectId={id} isSelf={isSelf} words={words} look="main" />
      )}
    </PlainPage>
  );
}
