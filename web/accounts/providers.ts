import { apiUrl } from '#web/app/addresses.ts';
import { isLinkError, linkRefusal, type Refusal } from './refusals.ts';

/** An OAuth provider. */
export interface Provider {
  id: string;
  name: string;
}

/** The providers that this server offers; empty when it doesn't respond, since there are other ways to sign in. */
export async function providersOn(): Promise<Provider[]> {
  try {
    const answer = await fetch(apiUrl('/api/auth/providers'));
    return answer.ok ? ((await answer.json()) as Provider[]) : [];
  } catch {
    return [];
  }
}

const startAgain: Refusal = {
  title: 'That took too long',
  body: 'Begin once more. It has to be done within ten minutes, and in one browser.',
};
const noGoodAnswer: Refusal = {
  title: 'They did not answer as they should',
  body: 'Try again in a moment, or sign in by email.',
};

const errors: Record<string, Refusal> = {
  access_denied: { title: 'You did not go on', body: 'Nothing was changed. Try again, or sign in by email.' },
  please_restart_the_process: startAgain,
  state_not_found: startAgain,
  state_mismatch: startAgain,
  no_code: noGoodAnswer,
  invalid_code: noGoodAnswer,
  invalid_callback_request: noGoodAnswer,
  unable_to_get_user_info: noGoodAnswer,
  issuer_mismatch: noGoodAnswer,
  oauth_provider_not_found: { title: 'This way of signing in is not on here', body: 'Choose another one.' },
  email_not_found: {
    title: 'They told us no email address',
    body: 'Let them share it with us, or sign in by email.',
  },
  email_not_verified: {
    title: 'Confirm your address first',
    body: 'We have sent you a link. Open it, then come back this way.',
  },
  account_not_linked: {
    title: 'There is an account with this address',
    body: 'Sign in to it as you did before. In your settings you can then add this way of signing in.',
  },
  signup_disabled: { title: 'There is no account here for you', body: 'Make one by email first.' },
  unable_to_link_account: {
    title: 'This could not be added to your account',
    body: 'Its address has to be confirmed there, and you have to stay signed in here meanwhile.',
  },
  email_does_not_match: {
    title: 'It has another email address',
    body: 'Only what has the same address as your account can be added to it.',
  },
  account_already_linked_to_different_user: {
    title: 'It belongs to another account here',
    body: 'Sign in with it, or take it from that account first.',
  },
  internal_server_error: {
    title: 'Something went wrong on our side',
    body: 'Nothing was changed. Try again in a moment.',
  },
};

/**
 * Explains an `error` value in the address: one of a mailed link, otherwise one of a provider. Unknown values are shown
 * as they are.
 */
export function returnRefusal(value: string): Refusal {
  return isLinkError(value) ? linkRefusal(value) : providerRefusal(value);
}

function providerRefusal(value: string): Refusal {
  const known = Object.hasOwn(errors, value) && errors[value];
  if (known) return known;
  const reason = /^[\w .-]{1,60}$/.test(value) ? `The reason given: ${value}. ` : '';
  return { title: 'Signing in did not work', body: `${reason}Try again, or sign in by email.` };
}
