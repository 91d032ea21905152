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
  /** The id of the sentence that it would replace. */
  replaces: string | null;
}

interface Offered {
  proposals: readonly { id: string; sentences: readonly Offer[] }[];
}

/** The writer's proposals for a story that a person has edited: each can be accepted or rejected. */
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
      <p className="told">
        {sentences.map(({ text, replaces }, at) => (
          <Fragment key={`${replaces} ${text}`}>
            {at > 0 && ' '}
            {replaces === null ? text : <WordDiff before={replaces} after={text} />}
          </Fragment>
        ))}
      </p>
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
