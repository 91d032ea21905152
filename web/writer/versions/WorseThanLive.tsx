import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { TextAreaField } from '#web/ui/Field.tsx';
import styles from './versions.module.css';

export interface WorseSet {
  set: string;
  model: string;
  worse: readonly { measure: string; version: number; live: number }[];
}

/** A version that did not go live, because its latest runs are worse or were not compared. */
export interface HeldBack {
  versionId: string;
  number: number;
  sets: readonly WorseSet[];
}

/** The sets in which a version is worse than the live one, if that was the refusal. */
export function worseSetsIn(result: object | null | undefined): readonly WorseSet[] | null {
  return result && 'sets' in result ? (result.sets as readonly WorseSet[]) : null;
}

/** Asks for the reason why a version goes live although its replays are worse or were not compared. */
export function WorseThanLive({
  held,
  busy,
  onClose,
  onReason,
}: {
  held: HeldBack | null;
  busy: boolean;
  onClose: () => void;
  onReason: (held: HeldBack, reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isWorse = held?.sets.some(({ worse }) => worse.length > 0);
  return (
    <Dialog
      open={held !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Version ${held?.number ?? ''} ${isWorse ? 'is worse than the live one' : 'was not compared with the live one'}`}
      lead="To make it live, give a reason. The reason is stored and appears in the audit log."
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            look="danger"
            busy={busy}
            onClick={() => {
              if (!reason.trim()) setProblem('Give a reason');
              else if (held) onReason(held, reason);
            }}
          >
            Make it live
          </Button>
        </>
      }
    >
      {held?.sets.map(({ set, model, worse }) => (
        <section key={`${set} ${model}`} aria-label={`${set}, with ${model}`} className={styles.worse}>
          <h3>
            {set}, with {model}
          </h3>
          {worse.length === 0 && (
            <p>
              The live version was not run on this set with this model.{' '}
              <Link to="/writer/playground/sets/">Run it there</Link> first, or give a reason.
            </p>
          )}
          <ul>
            {worse.map(({ measure, version, live }) => (
              <li key={measure}>
                {measure}: {version}, live {live}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <TextAreaField
        label="Why it is made live"
        rows={2}
        maxLength={300}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblem(undefined);
        }}
        error={problem}
      />
    </Dialog>
  );
}
