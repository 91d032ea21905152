import { useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './OtherWays.module.css';
import type { Provider } from './providers.ts';
import { RefusalNotice } from './RefusalNotice.tsx';
import { type Refusal, refused } from './refusals.ts';

/** The sign-in providers. Each leads to the provider and back to `returnPath`, or to `errorPath` on failure. */
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
    // On success the browser is already navigating, so the button stays busy.
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
