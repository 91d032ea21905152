import { randomBytes } from 'node:crypto';

/** The demo's account at its own phone service, and the number that calls and texts come from. */
export const demoAccount = {
  accountSid: `AC${'0'.repeat(28)}de40`,
  authToken: randomBytes(16).toString('hex'),
  phoneNumber: '+15085550100',
};
