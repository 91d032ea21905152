/** The account at the carrier that the tests use. */
export const carrierAccount = { accountSid: 'AC0123', authToken: 'a token', phoneNumber: '+12025550100' };
