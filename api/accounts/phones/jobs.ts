import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseOldCodes } from './codes.ts';
import { textToSignIn } from './texting.ts';

export const textSignInCode = job({
  name: 'accounts.textCode',
  input: z.object({ codeId: z.uuid() }),
  run: ({ codeId }) => textToSignIn(codeId),
});

export const eraseCodes = job({
  name: 'accounts.eraseCodes',
  input: z.object({}),
  cron: '37 3 * * *',
  run: () => eraseOldCodes(),
});
