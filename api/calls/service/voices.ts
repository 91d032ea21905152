import { ports } from '#api/adapters/ports.ts';
import type { CallVoice } from '#api/adapters/telephony/port.ts';

/** The voices that calls in a language can have. */
export function voicesIn(language: string): readonly CallVoice[] {
  return ports.telephony.voices.filter((voice) => voice.language === language);
}

/** The voice that was chosen for a subject's calls; null if none was, or it isn't offered any more. */
export function voiceOf({ language, voice }: { language: string; voice: string | null }): CallVoice | null {
  return voicesIn(language).find(({ name }) => name === voice) ?? null;
}

/** The voice of this name in any language; null if it isn't offered. */
export function voiceNamed(name: string): CallVoice | null {
  return ports.telephony.voices.find((voice) => voice.name === name) ?? null;
}
