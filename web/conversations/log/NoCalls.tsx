import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { wordsFor } from '#web/subjects/person-words.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import type { CallLogRouteQuery } from '../call-log.graphql.ts';
import { BeginConversation } from './BeginConversation.tsx';

/** Shown when there are no conversations, or none is shared with the viewer. */
export function NoCalls({ subject }: { subject: NonNullable<CallLogRouteQuery['subject']> }) {
  const { id, isSelf, abilities, preferredName } = subject;
  const words = wordsFor(subject);
  if (!abilities.includes('READ_TRANSCRIPTS')) {
    const mayShow = abilities.includes('CONVERSE');
    return (
      <PlainPage
        title="Call log"
        heading={
          mayShow ? 'The conversations aren’t shared yet' : 'You read the stories, not the conversations'
        }
        lead={
          mayShow
            ? `They appear here when ${preferredName} says yes to sharing.`
            : `Only ${preferredName} and the people who look after the book read the conversations. You can read the stories that were written from them.`
        }
      >
        <Link className={buttonClass()} to={`/dashboard/${encodeURIComponent(id)}/biography/`}>
          Read the book
        </Link>
      </PlainPage>
    );
  }
  return (
    <PlainPage
      title="Call log"
      heading="No conversation yet"
      lead={`Every conversation is kept here, in ${words.their} own words, as soon as the first one begins.`}
    >
      {abilities.includes('CONVERSE') && (
        <BeginConversation subjectId={id} isSelf={isSelf} words={words} look="main" />
      )}
    </PlainPage>
  );
}
