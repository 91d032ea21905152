/** Where the phone service, or the browser that stands in for it, reaches us. */
export const hooks = {
  voice: '/hooks/twilio/voice',
  status: '/hooks/twilio/status',
  connect: '/hooks/twilio/connect',
  relay: '/hooks/twilio/relay',
} as const;
