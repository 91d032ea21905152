import { prismaAdapter } from 'better-auth/adapters/prisma';
import { betterAuth } from 'better-auth/minimal';
import { admin } from 'better-auth/plugins/admin';
import { defaultRoles } from 'better-auth/plugins/admin/access';
import type { Config } from '#api/config.ts';
import { secondsUntil, spend } from '#api/platform/budgets.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { adminRules } from './admins/acts.ts';
import { adminAudit } from './admins/audit.ts';
import { whileImpersonating } from './admins/while-impersonating.ts';
import { forOtherOrigins } from './cross-domain/begin.ts';
import { begunWith, linkFromElsewhere } from './cross-domain/linking.ts';
import { oneTimeToken } from './cross-domain/one-time-token.ts';
import { accessHooks } from './library/access.ts';
import { hashed, hearing } from './library/hearing.ts';
import { accountLetters } from './library/letters.ts';
import { hearLibrary } from './library/log.ts';
import { accountStore } from './library/store.ts';
import { changeEmail } from './paths/change-email.ts';
import { compat } from './paths/compat.ts';
import { deletion } from './paths/deletion.ts';
import { equalWork } from './paths/equal-work.ts';
import { errorPage, forPeople } from './paths/error-page.ts';
import { inputRules } from './paths/input-rules.ts';
import { invited } from './paths/invited.ts';
import { knownDevices } from './paths/known-devices.ts';
import { accountLimits } from './paths/limits.ts';
import { mailedLinks } from './paths/mailed-links.ts';
import { proof } from './paths/proof.ts';
import { withCode } from './paths/refusals.ts';
import { beforeVerification, sameBrowserSignIn } from './paths/same-browser.ts';
import { sessionIds } from './paths/session-ids.ts';
import { signUp } from './paths/sign-up.ts';
import { asKept, social, socialProviders } from './paths/social.ts';
import { phones } from './phones/sign-in.ts';
import { deleteAccount } from './profile/service/deletion.ts';
import { securedByReset } from './profile/service/securing.ts';
import { areCookiesSecure } from './session.ts';

const hour = 3600;
const day = 24 * hour;

/** The account API: everything under `/api/auth`. */
export type Auth = { handler: (request: Request) => Promise<Response> };

/**
 * Opens the account API of this server, on the open database. `config.publicUrl` must be final, because it is used in
 * links and cookies. Pages of `origins` may send requests and be redirected to. The client's address is read from
 * `x-forwarded-for`, which the server sets itself.
 */
export function createAuth(config: Config, origins: ReadonlySet<string>): Auth {
  const letters = accountLetters(config);
  const auth = betterAuth({
    appName: 'Evertold',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.authSecret,
    trustedOrigins: [...origins],
    database: prismaAdapter(accountStore(), { provider: 'postgresql', transaction: true }),
    databaseHooks: accessHooks,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashed },
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: hour,
      onPasswordReset: ({ user }) => securedByReset(user.id),
      // The same fields as a new account, so that the answer doesn't reveal whether the address is taken.
      customSyntheticUser: ({ coreFields, id }) => ({
        ...{ ...coreFields, ...asKept(coreFields), id },
        ...{ role: 'user', banned: false },
      }),
    },
    emailVerification: {
      expiresIn: hour,
      sendOnSignUp: true,
      sendOnSignIn: true,
      sendVerificationEmail: letters.verification,
      beforeEmailVerification: beforeVerification,
      async afterEmailVerification(user, request) {
        // The account is found by its address; a later sign-up may have replaced it.
        await beforeVerification(user, request);
        await confirmed(user.id, user.email);
      },
    },
    socialProviders: socialProviders(config),
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, allowDifferentEmails: false } },
    user: {
      changeEmail: {
        enabled: true,
        updateEmailWithoutVerification: true,
        // The library requires this callback; changeEmail sends the letter, also when the address is taken.
        sendChangeEmailConfirmation: async () => {},
      },
      deleteUser: {
        enabled: true,
        deleteTokenExpiresIn: day,
        sendDeleteAccountVerification: letters.deletion,
        // Deletes everything in one transaction; the library then finds nothing left to delete.
        beforeDelete: ({ id }) => deleteAccount(id),
      },
    },
    session: { expiresIn: 30 * day, updateAge: day, freshAge: day, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: {
      enabled: config.rateLimit,
      customStorage: { consume: (key, rule) => spendTry(counted(key), rule) },
    },
    // Refusals are answered; defects are thrown for the server to log and mask.
    onAPIError: { throw: true },
    logger: { level: 'warn', log: hearLibrary },
    telemetry: { enabled: false },
    advanced: {
      useSecureCookies: areCookiesSecure(config),
      // Set explicitly, because the library turns both off under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: () => newId() },
      cookies: { state: { attributes: { maxAge: 600 } } },
    },
    plugins: [
      admin({ adminUserIds: [...config.adminUserIds], roles: defaultRoles }),
      whileImpersonating(),
      sessionIds(),
      adminRules(),
      adminAudit(),
      inputRules(),
      accountLimits(config),
      knownDevices(),
      equalWork(),
      compat(),
      social(config),
      deletion(),
      changeEmail(),
      mailedLinks(),
      proof(),
      phones(),
      invited(),
      sameBrowserSignIn(),
      signUp(config),
      ...(config.webOrigins.length ? [oneTimeToken(config.webOrigins), linkFromElsewhere(config)] : []),
    ],
  });
  const counted = countedBy(Object.values(auth.api));
  async function handler(request: Request) {
    const url = new URL(request.url);
    return url.pathname === '/api/auth/error'
      ? errorPage(url)
      : withCode(await hearing(() => auth.handler(request)));
  }
  const kept = async (token: string) => begunWith(token, await auth.$context);
  const [home] = config.webOrigins;
  const whole = home ? forOtherOrigins(handler, { ...config, begunWith: kept }) : handler;
  return { handler: async (request) => forPeople(request, await whole(request), home) };
}

/**
 * Maps a rate limit key to its counter: paths with tokens share one, and so do all unknown paths, so that invented
 * paths create no counters.
 */
function countedBy(endpoints: readonly { path?: string }[]): (key: string) => string {
  const shapes = endpoints.flatMap(({ path }) => path ?? []);
  const known = shapes.map((shape) => ({
    shape,
    form: new RegExp(`^${shape.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  return (key) => {
    const at = key.indexOf('|');
    const path = key.slice(at + 1);
    return `${key.slice(0, at)}|${known.find(({ form }) => form.test(path))?.shape ?? ':'}`;
  };
}

/** Counts the tries of an address in the shared budgets. */
async function spendTry(key: string, { window, max }: { window: number; max: number }) {
  const { allowed, resetAt } = await spend({ name: 'accounts', points: max, seconds: window }, key);
  return { allowed, retryAfter: allowed ? null : secondsUntil(resetAt) };
}

/** Records that Evertold itself verified this address. */
async function confirmed(id: string, email: string) {
  await db.user.updateMany({ where: { id, email }, data: { confirmedEmail: email } });
}
