import { z } from 'zod';
import { type Job, job } from '#api/platform/jobs.ts';
import { askDueQuestions } from './service/ask.ts';
import { eraseOldTexts } from './service/hear-text.ts';
import { keepMedia, keepWaitingMedia } from './service/media.ts';
import { tellText, tellWaiting } from './service/tell.ts';

const nothing = z.object({});
const everyMinute = { input: nothing, cron: '* * * * *', retries: 0 };

export const textJobs = [
  tellText,
  keepMedia,
  job({ name: 'texts.askDue', ...everyMinute, run: askDueQuestions }),
  job({ name: 'texts.tellWaiting', ...everyMinute, run: tellWaiting }),
  job({
    name: 'texts.keepWaitingMedia',
    ...{ input: nothing, cron: '*/10 * * * *', retries: 0, timeoutSeconds: 900, run: keepWaitingMedia },
  }),
  job({ name: 'consent.eraseTexts', input: nothing, cron: '47 3 * * *', run: eraseOldTexts }),
] satisfies readonly Job[];
