import { z } from 'zod';
import { job } from '#api/platform/jobs.ts';
import { eraseAnswers as erase } from './service/once.ts';

export const eraseAnswers = job({
  name: 'partners.eraseAnswers',
  input: z.object({}),
  cron: '41 * * * *',
  run: () => erase(),
});
