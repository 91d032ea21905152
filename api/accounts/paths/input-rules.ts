import { BASE_ERROR_CODES } from '@better-auth/core/error';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import { line } from '#api/platform/domain-values/input.ts';

const rules = {
  name: line(120),
  email: z.string().max(254, 'must be at most 254 characters'),
  newEmail: z.string().max(254, 'must be at most 254 characters'),
  // An external picture would reveal every viewer to its host.
  image: z.literal('', { error: 'is set by sending a photo to /media/photo' }),
};

/** Input rules that the library lacks: maximum lengths, and no control characters. */
export function inputRules() {
  return {
    id: 'input-rules',
    hooks: {
      before: [
        {
          matcher: ({ body, query }) => !!body || !!query,
          handler: createAuthMiddleware(async ({ body, query, path }) => {
            refuseControlCharacters({ body, query });
            refuseWaysOut(body);
            refuseWaysOut(query);
            if (path.startsWith('/sign-in')) return;
            obeyRules(body);
            if (path.startsWith('/admin/')) obeyRules(body?.data, ['body', 'data']);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The database accepts no NUL and no lone surrogates. */
function refuseControlCharacters(value: unknown, path: string[] = []) {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) refuse(path, 'must not contain control characters');
  } else if (typeof value === 'object' && value !== null) {
    if (path.length > 8) refuse(path, 'is nested too deeply');
    for (const [key, inner] of Object.entries(value)) {
      refuseControlCharacters(key, [...path, 'key']);
      refuseControlCharacters(inner, [...path, key]);
    }
  }
}

const ways = {
  callbackURL: BASE_ERROR_CODES.INVALID_CALLBACK_URL,
  redirectTo: BASE_ERROR_CODES.INVALID_REDIRECT_URL,
  errorCallbackURL: BASE_ERROR_CODES.INVALID_ERROR_CALLBACK_URL,
  newUserCallbackURL: BASE_ERROR_CODES.INVALID_NEW_USER_CALLBACK_URL,
};

/**
 * The library checks a redirect path as it is written, but redirects to the resolved one: `/..//elsewhere` resolves to
 * another site.
 */
function refuseWaysOut(given: unknown) {
  if (typeof given !== 'object' || given === null) return;
  for (const [field, code] of Object.entries(ways)) {
    const way = (given as Record<string, unknown>)[field];
    if (typeof way !== 'string' || !way.startsWith('/')) continue;
    const resolved = URL.canParse(way, 'https://here.invalid') ? new URL(way, 'https://here.invalid') : null;
    if (resolved?.origin === 'https://here.invalid' && !resolved.pathname.startsWith('//')) continue;
    throw APIError.from('FORBIDDEN', code);
  }
}

function obeyRules(part: unknown, at = ['body']) {
  if (typeof part !== 'object' || part === null) return;
  const given = part as Record<string, unknown>;
  for (const [field, rule] of Object.entries(rules)) {
    // The library refuses values that are no text.
    if (typeof given[field] !== 'string') continue;
    const result = rule.safeParse(given[field]);
    if (!result.success) refuse([...at, field], result.error.issues[0]?.message ?? 'is not valid');
    else given[field] = result.data;
  }
}

function refuse(path: string[], rule: string): never {
  throw new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: `[${path.join('.')}] ${rule}` });
}
