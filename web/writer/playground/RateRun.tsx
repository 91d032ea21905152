import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { noAnswer, refusalIn, tell } from '../refusal.ts';
import { WriterRatePlaygroundRunDocument } from './playground.graphql.ts';

/** Rates a complete answer; the rating is kept with its version. */
export function RateRun({ runId }: { runId: string }) {
  const [rate, rating] = useMutation(WriterRatePlaygroundRunDocument);
  const [note, setNote] = useState('');
  const [rated, setRated] = useState<{ up: number; down: number; mine: boolean } | null>(null);
  const headingId = useId();
  async function submit(up: boolean) {
    const answer = await rate({ variables: { input: { runId, up, note: note || null } } }).catch(() => null);
    const result = answer?.data?.ratePlaygroundRun;
    const why = answer ? refusalIn(result) : noAnswer;
    if (why) return tell(why);
    if (result && 'ratings' in result) setRated({ ...result.ratings, mine: up });
  }
  return (
    <fieldset className="stack" aria-labelledby={headingId}>
      <p id={headingId} className="note">
        What do you think of this answer?
      </p>
      <TextField
        label="Note"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        maxLength={300}
        autoComplete="off"
      />
      <div className="row">
        <Button
          look="quiet"
          small
          busy={rating.loading}
          aria-pressed={rated?.mine === true}
          onClick={() => void submit(true)}
        >
          Good
        </Button>
        <Button
          look="quiet"
          small
          busy={rating.loading}
          aria-pressed={rated?.mine === false}
          onClick={() => void submit(false)}
        >
          Not good
        </Button>
      </div>
      {rated && (
        <p className="note num" role="status">
          Rated. This version: {rated.up} good, {rated.down} not good.
        </p>
      )}
    </fieldset>
  );
}
