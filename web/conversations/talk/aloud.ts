import { useEffect, useState } from 'react';

export interface Aloud {
  /** Whether this browser can speak. */
  there: boolean;
  speaking: boolean;
  speak(words: string): void;
  stop(): void;
}

/** Reads text aloud with the browser's own voice; stops when the page is left. */
export function useAloud(language: string): Aloud {
  const synthesis = typeof speechSynthesis === 'undefined' ? null : speechSynthesis;
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => synthesis?.cancel(), [synthesis]);

  function speak(words: string): void {
    if (!synthesis) return;
    synthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = language;
    utterance.rate = 0.92;
    utterance.onend = () => setSpeaking(false);
    utterance.onerror = () => setSpeaking(false);
    setSpeaking(true);
    synthesis.speak(utterance);
  }
  function stop(): void {
    synthesis?.cancel();
    setSpeaking(false);
  }
  return { there: synthesis !== null, speaking, speak, stop };
}
