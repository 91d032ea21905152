import { Button } from '#web/ui/Button.tsx';
import styles from './keepsakes.module.css';
import { dismiss, dismissAdded, type Sending, sendAgain, useSendings } from './sending.ts';

/** The files being uploaded, with their progress and errors. */
export function Sendings({ subjectId }: { subjectId: string }) {
  const sendings = useSendings(subjectId);
  const added = sendings.filter(({ state }) => state === 'ADDED').length;
  return (
    <>
      <p className="sr" role="status">
        {sendings.length > 0 &&
          `${added} of ${sendings.length} ${sendings.length === 1 ? 'file is' : 'files are'} added`}
      </p>
      {sendings.length > 0 && (
        <section className={styles.sendings} aria-labelledby="being-added">
          <h2 id="being-added" className={styles.sendingsTitle}>
            {added === sendings.length ? 'Added' : 'Being added'}
          </h2>
          <ul>
            {sendings.map((sending) => (
              <SendingRow key={sending.id} sending={sending} />
            ))}
          </ul>
          {added > 0 && (
            <div className={styles.sendingsEnd}>
              <Button look="quiet" small onClick={() => dismissAdded(subjectId)}>
                Done
              </Button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function SendingRow({ sending }: { sending: Sending }) {
  const { id, name, bytes, sent, state, problem } = sending;
  return (
    <li className={styles.sending}>
      <div className={styles.sendingWords}>
        <b>{name}</b>
        <span className={state === 'FAILED' ? styles.sendingProblem : 'note'}>
          {problem ?? stateInWords(sending)}
        </span>
      </div>
      {(state === 'SENDING' || state === 'OFFLINE') && (
        <progress className={styles.progress} aria-label={`Sending ${name}`} max={bytes} value={sent} />
      )}
      <div className="row">
        {state === 'FAILED' && (
          <Button look="quiet" small aria-label={`Try again: ${name}`} onClick={() => sendAgain(id)}>
            Try again
          </Button>
        )}
        {state !== 'PREPARING' && state !== 'ADDED' && (
          <Button look="text" small aria-label={`Cancel: ${name}`} onClick={() => dismiss(id)}>
            Cancel
          </Button>
        )}
      </div>
    </li>
  );
}

function stateInWords({ state, sent, bytes }: Sending): string {
  switch (state) {
    case 'WAITING':
      return 'Waiting for the others';
    case 'OFFLINE':
      return `The connection was lost. The upload continues from ${megabytes(sent)} MB when it’s back.`;
    case 'PREPARING':
      return 'Getting it ready';
    case 'ADDED':
      return 'Added to the keepsakes';
    default:
      return `${megabytes(sent)} of ${megabytes(bytes)} MB`;
  }
}

function megabytes(bytes: number): string {
  const amount = bytes / 1_048_576;
  return amount < 10 ? amount.toFixed(1) : String(Math.round(amount));
}
