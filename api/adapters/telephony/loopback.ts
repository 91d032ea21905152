import { CallRefused, type TelephonyPort } from './port.ts';

/** No provider: the only phone is the browser, which rings by itself and speaks the provider's frames. */
export function loopbackTelephony(): TelephonyPort {
  return {
    kind: 'loopback',
    dials: false,
    number: null,
    accountId: null,
    async dial() {
      throw new CallRefused('No phone service is set up');
    },
    async hangUp() {
      // The socket of the call is closed by whoever holds it.
    },
    isProviders: () => false,
  };
}
