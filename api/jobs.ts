import type { Job } from './platform/jobs.ts';

/** Every domain's jobs and schedules. */
export const jobs: readonly Job<never>[] = [];
