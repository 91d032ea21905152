import { useState } from 'react';

/** What was entered and is not saved yet, by the names of the fields. */
export type Answers = Readonly<Record<string, string>>;

/**
 * What one entered in a step, kept for this tab: going back and forth, or loading the page again, loses nothing.
 * `saved` is what stands there before anything was entered.
 */
export function useAnswers<Saved extends Answers>(
  step: string,
  saved: Saved,
): { answers: Saved; set: (name: keyof Saved, value: string) => void; forget: () => void } {
  const key = `evertold:onboarding:${step}`;
  const [entered, setEntered] = useState(() => readKept(key));
  return {
    answers: { ...saved, ...entered },
    set(name, value) {
      setEntered((before) => keep(key, { ...before, [name]: value }));
    },
    forget() {
      sessionStorage.removeItem(key);
    },
  };
}

function readKept(key: string): Answers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Answers) : {};
  } catch {
    return {};
  }
}

function keep(key: string, answers: Answers): Answers {
  sessionStorage.setItem(key, JSON.stringify(answers));
  return answers;
}

/** Everything entered so far is done with: another book begins empty. */
export function forgetAnswers(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('evertold:onboarding:')) sessionStorage.removeItem(key);
  }
}
