import { useState } from 'react';
import { useNavigate } from 'react-router';

/** The actions of the buttons, loaded when one is pressed. */
const acts = () => import('./acts/line.ts');

/** Runs an action and navigates to the path that it returns; `busy` is true meanwhile. */
function useAct() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  async function act(what: (loaded: Awaited<ReturnType<typeof acts>>) => Promise<unknown>) {
    setBusy(true);
    try {
      const path = await what(await acts());
      if (typeof path === 'string') await navigate(path, { viewTransition: true });
    } finally {
      setBusy(false);
    }
  }
  return { busy, act };
}

/** Begins a conversation in the browser, or calls the subject's phone; then opens its page. */
export function useBegin(subject: { id: string; isSelf: boolean }, channel: 'WEB' | 'PHONE' = 'WEB') {
  const { busy, act } = useAct();
  return { busy, start: () => act(({ begin }) => begin(subject, channel)) };
}

/** Ends the pause of calls. */
export function useResumeCalls(id: string) {
  const { busy, act } = useAct();
  return { busy, resume: () => act(({ resumeCalls }) => resumeCalls(id)) };
}

/** Resumes this subject's onboarding at the consent step. */
export function useTakeUpConsent({ id, isSelf }: { id: string; isSelf: boolean }) {
  const { busy, act } = useAct();
  return { busy, take: () => act(({ takeUpConsent }) => takeUpConsent(isSelf, id)) };
}
