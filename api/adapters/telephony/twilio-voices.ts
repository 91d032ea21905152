import type { CallVoice } from './port.ts';

/** The names that Twilio gives the makers of voices where it says words without ConversationRelay. */
const sayers = { Amazon: 'Polly', Google: 'Google' } as const;

function voice(
  provider: keyof typeof sayers,
  name: string,
  { language, description }: { language: string; description: string },
): CallVoice {
  return { provider, name, nameToSay: `${sayers[provider]}.${name}`, language, description };
}

/**
 * Voices that Twilio's ConversationRelay speaks with, by the provider's own name, as its documentation lists them; all
 * are available in every region of Twilio's. The first of a language also says what is said outside of conversations.
 */
export const twilioVoices: readonly CallVoice[] = [
  voice('Amazon', 'Joanna-Neural', { language: 'en', description: 'Joanna: a woman, American' }),
  voice('Amazon', 'Matthew-Neural', { language: 'en', description: 'Matthew: a man, American' }),
  voice('Google', 'en-US-Chirp3-HD-Aoede', { language: 'en', description: 'Aoede: a woman, American' }),
  voice('Google', 'en-US-Chirp3-HD-Charon', { language: 'en', description: 'Charon: a man, American' }),
  voice('Amazon', 'Lupe-Neural', { language: 'es', description: 'Lupe: a woman, American Spanish' }),
  voice('Amazon', 'Pedro-Neural', { language: 'es', description: 'Pedro: a man, American Spanish' }),
  voice('Google', 'es-US-Chirp3-HD-Aoede', {
    language: 'es',
    description: 'Aoede: a woman, American Spanish',
  }),
  voice('Google', 'es-US-Chirp3-HD-Charon', {
    language: 'es',
    description: 'Charon: a man, American Spanish',
  }),
];
