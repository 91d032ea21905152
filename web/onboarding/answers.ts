import { useState } from 'react';

/** Unsaved input, by field name. */
export type Answers = Readonly<Record<string, string>>;

/**
 * The input of a step, stored for this tab, so that going back and forth or reloading loses nothing. `saved` is the
 * initial value.
 */
export function useAnswers<Saved extends Answers>(
  step: string,
  saved: Saved,
): { answers: Saved; set: (name: keyof Saved, value: string) => void; forget: () => void } {
  const key = `evertold:onboarding:${step}`;
  const [entered, setEntered] = useState(() => readStored(key));
  return {
    answers: { ...saved, ...entered },
    set(name, value) {
      setEntered((before) => store(key, { ...before, [name]: value }));
    },
    forget() {
      sessionStorage.removeItem(key);
    },
  };
}

function readStored(key: string): Answers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Answers) : {};
  } catch {
    return {};
  }
}

function store(key: string, answers: Answers): Answers {
  sessionStorage.setItem(key, JSON.stringify(answers));
  return answers;
}

/** Clears all stored input, so that another book starts empty. */
export function forgetAnswers(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith('evertold:onboarding:')) sessionStorage.removeItem(key);
  }
}
