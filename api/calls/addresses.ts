/** The paths at which the phone service, or the browser in its place, reaches us. */
export const hooks = {
  voice: '/hooks/twilio/voice',
  status: '/hooks/twilio/status',
  connect: '/hooks/twilio/connect',
  relay: '/hooks/twilio/relay',
  recording: '/hooks/twilio/recording',
} as const;
