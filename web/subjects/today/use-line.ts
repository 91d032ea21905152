import { useState } from 'react';
import { useNavigate } from 'react-router';

/** What the buttons of the line do is loaded when one of them is pressed. */
const acts = () => import('./acts/line.ts');

/** Does something, and goes where it leads; says meanwhile that it is busy. */
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

/** Begins a conversation in the browser, with the person at one's side, or has their phone ring; then goes to it. */
export function useBegin(subject: { id: string; isSelf: boolean }, channel: 'WEB' | 'PHONE' = 'WEB') {
  const { busy, act } = useAct();
  return { busy, start: () => act(({ begin }) => begin(subject, channel)) };
}

/** Lifts the pause. */
export function useResumeCalls(id: string) {
  const { busy, act } = useAct();
  return { busy, resume: () => act(({ resumeCalls }) => resumeCalls(id)) };
}

/** Takes the onboarding of this person up again, at consent. */
export function useTakeUpConsent({ id, isSelf }: { id: string; isSelf: boolean }) {
  const { busy, act } = useAct();
  return { busy, take: () => act(({ takeUpConsent }) => takeUpConsent(isSelf, id)) };
}
