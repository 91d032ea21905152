/** The words in our own paths; any other part of a path is an id, a token or a guess. */
const words = new Set(
  `about account-info admin agent-prompts api assets audit auth ban-user biography call-log callback change change-email
  change-password confirm confirm-password conversations create-user cross-domain dashboard delete-user dev-login developers edit email error family-friends forget-password
  forgot-password get-access-token get-session get-user gift gift-another-loved-one graphql has-permission healthz hooks
  how-it-works impersonate-user invitation invite keepsakes link link-social list-accounts listen list-sessions list-user-sessions
  list-users media messages metrics models new ok onboarding one-time-token permissions phone-number photo playground privacy prompts
  readyz reconcile recording reference refresh-token remove remove-user request-password-reset reset-password restore revoke-other-sessions revoke-session
  revoke-sessions revoke-user-session revoke-user-sessions schema.graphql send-otp send-verification-email set-role set-user-password
  sets settings sign-in sign-out sign-up sms sms-opt-in social sound story stop-impersonating subjects tell-my-own-story test-login tos
  twilio upload unban-user undo-email-change unlink-account unsubscribe update-session update-user users verify verify-email verify-password viewer writer`.split(
    /\s+/,
  ),
);

/** A path as logs and traces may store it: unknown parts become a colon, and its length and depth are limited. */
export function shapeOf(path: string): string {
  const parts = path.split('/', 8).slice(1);
  return `/${parts.map((part) => (part === '' || words.has(part) ? part : ':')).join('/')}`;
}
