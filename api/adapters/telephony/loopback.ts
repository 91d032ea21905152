import { noTelephony } from './none.ts';
import type { TelephonyPort } from './port.ts';

/** Uses no provider: the only phone is the browser, which rings by itself and sends the provider's frames. */
export function loopbackTelephony(): TelephonyPort {
  return { ...noTelephony(), kind: 'loopback', hasBrowserPhone: true };
}
