import { Fragment, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { WordDiff } from '../words/WordDiff.tsx';
import styles from './book.module.css';
import { DecideProposalDocument } from './Story.graphql.ts';

interface Offer {
  text: string;
  paragraph: number;
  /** The text of the sentence that it would replace. */
  replaces: string | null;
}

interface Offered {
  proposals: readonly { id: string; sentences: readonly Offer[] }[];
}

/** The writer's proposals for a story that a person has edited: each sentence can be accepted or declined. */
export function Offers({ card }: { card: Offered }) {
  const [busy, setBusy] = useState<string | null>(null);

  async function decide(id: string, accept: boolean, only: Offer | null) {
    setBusy(keyOf(id, only));
    try {
      const { data } = await apollo.mutate({
        mutation: DecideProposalDocument,
        variables: { id, accept, only: only && [{ text: only.text, replaces: only.replaces }] },
      });
      const answer = data?.decideProposal;
      if (answer?.__typename === 'Card') void notify('success', accept ? 'Accepted' : 'Declined');
      else
        void notify('error', 'That was not decided', {
          body:
            answer?.message ?? 'The connection broke before Evertold answered. Nothing changed. Try again.',
        });
    } catch {
      void notify('error', 'That was not decided', {
        body: 'The connection broke before Evertold answered. Nothing changed. Try again.',
      });
    }
    setBusy(null);
  }

  return card.proposals.map(({ id, sentences }) => (
    <section key={id} className={styles.offer} aria-label="The writer proposes">
      <p>
        <b>The writer proposes {proposed(sentences)}</b>
      </p>
      {sentences.map((sentence, at) => (
        <Fragment key={keyOf(id, sentence)}>
          <p className="told" id={`offer-${id}-${at}`}>
            {sentence.replaces === null ? (
              sentence.text
            ) : (
              <WordDiff before={sentence.replaces} after={sentence.text} />
            )}
          </p>
          <Decision
            busy={busy === keyOf(id, sentence)}
            take="Accept the change"
            leave="Decline the change"
            describedBy={`offer-${id}-${at}`}
            onDecide={(accept) => decide(id, accept, sentence)}
          />
        </Fragment>
      ))}
      {sentences.length > 1 && (
        <Decision
          busy={busy === keyOf(id, null)}
          take="Accept all changes"
          leave="Decline all changes"
          onDecide={(accept) => decide(id, accept, null)}
        />
      )}
    </section>
  ));
}

function keyOf(id: string, sentence: Offer | null): string {
  return sentence ? `${id} ${sentence.replaces} ${sentence.text}` : id;
}

function Decision({
  busy,
  take,
  leave,
  describedBy,
  onDecide,
}: {
  busy: boolean;
  take: string;
  leave: string;
  describedBy?: string;
  onDecide: (accept: boolean) => Promise<void>;
}) {
  return (
    <div className="row">
      <Button
        small
        look="quiet"
        busy={busy}
        aria-describedby={describedBy}
        onClick={() => void onDecide(true)}
      >
        {take}
      </Button>
      <Button
        small
        look="quiet"
        busy={busy}
        aria-describedby={describedBy}
        onClick={() => void onDecide(false)}
      >
        {leave}
      </Button>
    </div>
  );
}

function proposed(sentences: readonly Offer[]): string {
  const count = sentences.length;
  if (sentences.every(({ text }) => text === '')) {
    return count === 1
      ? 'to leave out a sentence that was corrected'
      : `to leave out ${count} sentences that were corrected`;
  }
  if (sentences.every(({ replaces }) => replaces !== null)) {
    return count === 1 ? 'a sentence as it was corrected' : `${count} sentences as they were corrected`;
  }
  return count === 1 ? 'one more sentence' : `${count} more sentences`;
}
