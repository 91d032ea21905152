import type { CallVoice } from './port.ts';

/**
 * Voices that Twilio's ConversationRelay speaks with, by the provider's own name, as its documentation lists them; all
 * are available in every region of Twilio's.
 */
export const twilioVoices: readonly CallVoice[] = [
  { provider: 'Amazon', name: 'Joanna-Neural', language: 'en', description: 'Joanna: a woman, American' },
  { provider: 'Amazon', name: 'Matthew-Neural', language: 'en', description: 'Matthew: a man, American' },
  {
    provider: 'Google',
    name: 'en-US-Chirp3-HD-Aoede',
    language: 'en',
    description: 'Aoede: a woman, American',
  },
  {
    provider: 'Google',
    name: 'en-US-Chirp3-HD-Charon',
    language: 'en',
    description: 'Charon: a man, American',
  },
];
