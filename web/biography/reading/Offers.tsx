import { useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './book.module.css';
import { DecideProposalDocument } from './Story.graphql.ts';

interface Offered {
  proposals: readonly { id: string; sentences: readonly { text: string; paragraph: number }[] }[];
}

/** What the writer would add to a story that somebody has touched: take it in, or leave it out. */
export function Offers({ card }: { card: Offered }) {
  const [busy, setBusy] = useState<string | null>(null);

  async function decide(id: string, accept: boolean) {
    setBusy(id);
    try {
      const { data } = await apollo.mutate({ mutation: DecideProposalDocument, variables: { id, accept } });
      const answer = data?.decideProposal;
      if (answer?.__typename === 'Card') void notify('success', accept ? 'Taken into the story' : 'Left out');
      else
        void notify('error', 'That was not decided', {
          body: answer?.message ?? 'There was no answer. Try again.',
        });
    } catch {
      void notify('error', 'That was not decided', {
        body: 'There was no answer. Nothing changed. Try again.',
      });
    }
    setBusy(null);
  }

  return card.proposals.map(({ id, sentences }) => (
    <section key={id} className={styles.offer} aria-label="The writer proposes">
      <p>
        <b>
          The writer proposes{' '}
          {sentences.length === 1 ? 'one more sentence' : `${sentences.length} more sentences`}
        </b>
      </p>
      <p className="told">{sentences.map(({ text }) => text).join(' ')}</p>
      <div className="row">
        <Button small look="quiet" busy={busy === id} onClick={() => void decide(id, true)}>
          Take it in
        </Button>
        <Button small look="quiet" busy={busy === id} onClick={() => void decide(id, false)}>
          Leave it out
        </Button>
      </div>
    </section>
  ));
}
