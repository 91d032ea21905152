import { useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './OtherWays.module.css';
import type { Provider } from './providers.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type Refusal, refused } from './refusals.ts';

/** The providers by whom one can go on; each leads away, and back to `returnPath`, or to `errorPath` when it failed. */
export function OtherWays({
  providers,
  returnPath,
  errorPath,
}: {
  providers: readonly Provider[];
  returnPath: string;
  errorPath: string;
}) {
  const [leaving, setLeaving] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (providers.length === 0) return null;

  async function leave(provider: string) {
    setLeaving(provider);
    setRefusal(null);
    const why = await refused(() =>
      authClient.signIn.social({ provider, callbackURL: returnPath, errorCallbackURL: errorPath }),
    );
    // Where all is well the browser is on its way, and the button stays busy until it has gone.
    if (why) setLeaving(null);
    setRefusal(why);
  }

  return (
    <>
      <p className={styles.or} id="other-ways">
        or continue with
      </p>
      <RefusalNotice refusal={refusal} />
      <ul className={styles.ways} aria-labelledby="other-ways">
        {providers.map(({ id, name }) => (
          <li key={id}>
            <Button look="quiet" busy={leaving === id} onClick={() => void leave(id)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
