import { adminClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { apiOrigin } from './addresses.ts';

/** The calls about accounts. Loaded with the pages that need it, never with the public ones. */
export const authClient = createAuthClient({
  ...(apiOrigin ? { baseURL: apiOrigin } : {}),
  basePath: '/api/auth',
  plugins: [adminClient()],
});
