import { lazy, Suspense, useState } from 'react';
import styles from '#web/subjects/today/today.module.css';
import { useBegin } from '#web/subjects/today/use-line.ts';
import { Button } from '#web/ui/Button.tsx';

const Phone = lazy(() => import('./TryCall.tsx').then(({ TryCall }) => ({ default: TryCall })));

type Subject = {
  id: string;
  preferredName: string;
  isSelf: boolean;
  whyNoCall: string | null;
  whyNoTestCall: string | null;
};

/** Calls the subject's phone if calls are possible, or tries a call in the browser. */
export function CallOrTry({ subject }: { subject: Subject }) {
  const { id, preferredName: name, isSelf, whyNoCall, whyNoTestCall } = subject;
  const calling = useBegin(subject, 'PHONE');
  const [trying, setTrying] = useState(false);
  return (
    <>
      {whyNoCall && <p className="quiet">{whyNoCall}.</p>}
      <div className={`row ${styles.act}`}>
        {!whyNoCall && (
          <Button busy={calling.busy} onClick={() => calling.start()}>
            {isSelf ? 'Call me now' : `Call ${name} now`}
          </Button>
        )}
        {!trying && !whyNoTestCall && (
          <Button look="quiet" onClick={() => setTrying(true)}>
            Try a call
          </Button>
        )}
      </div>
      {trying && (
        <Suspense fallback={<p className="quiet">One moment…</p>}>
          <Phone subjectId={id} name={isSelf ? null : name} onDone={() => setTrying(false)} />
        </Suspense>
      )}
    </>
  );
}
