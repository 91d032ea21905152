import { useState } from 'react';
import { type AccountError, noAnswer, type Refusal, refusalOf } from '#web/accounts/refusals.ts';
import { notify } from '#web/app/notify.ts';

type Call<Data> = () => Promise<{ data: Data | null; error: AccountError | null }>;

/** Runs an admin's action: whether it is running, why it was refused, and the notice after success. */
export function useAct() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function act<Data>(call: Call<Data>, done?: string): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    const why = await call().then(
      ({ error }) => (error ? refusalOf(error) : null),
      () => noAnswer,
    );
    setBusy(false);
    setRefusal(why);
    if (!why && done) void notify('success', done);
    return !why;
  }
  return { busy, refusal, act };
}
