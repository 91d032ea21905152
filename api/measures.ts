import { noticeStates, oldestNotice } from './notices/measures.ts';
import type { Measure } from './platform/observability/metrics.ts';
import { jobStates, oldestJob } from './platform/observability/queue.ts';

/** What is read in the database when somebody asks for the server's numbers. */
export const measures: readonly Measure[] = [jobStates, oldestJob, noticeStates, oldestNotice];
