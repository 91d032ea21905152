import { CallRefused, type TelephonyPort } from './port.ts';

/** Uses no provider: the only phone is the browser, which rings by itself and sends the provider's frames. */
export function loopbackTelephony(): TelephonyPort {
  return {
    kind: 'loopback',
    dials: false,
    number: null,
    accountId: null,
    usdPerMinute: null,
    async dial() {
      throw new CallRefused('No phone service is set up');
    },
    async hangUp() {
      // The call session closes its own socket.
    },
    // There is no provider that could record a call on the browser's phone.
    startRecording: async () => null,
    recordingsOf: async () => [],
    recordingState: async () => null,
    openRecording: async () => null,
    async removeRecording() {},
    isProviders: () => false,
  };
}
