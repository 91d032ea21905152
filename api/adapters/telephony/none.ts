import { CallRefused, type TelephonyPort } from './port.ts';

/** No calls at all: no phone is called, and none can be tried. */
export function noTelephony(): TelephonyPort {
  return {
    kind: 'none',
    dials: false,
    hasBrowserPhone: false,
    number: null,
    accountId: null,
    usdPerMinute: null,
    voices: [],
    async dial() {
      throw new CallRefused('No phone service is set up');
    },
    placedSince: async () => null,
    async hangUp() {
      // The call session closes its own socket.
    },
    // There is no provider that could record a call.
    startRecording: async () => null,
    recordingsOf: async () => [],
    recordingState: async () => null,
    openRecording: async () => null,
    async removeRecording() {},
    isProviders: () => false,
  };
}
