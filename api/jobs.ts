import { eraseSessions } from './accounts/jobs.ts';
import { writeAsked } from './accounts/mail/jobs.ts';
import { eraseCodes, textSignInCode } from './accounts/phones/jobs.ts';
import { erasePhotoFile } from './accounts/profile/jobs.ts';
import {
  biographyEncode,
  biographyEncodeAll,
  biographyEraseDrafts,
  biographyRetitle,
  biographyWeekly,
  biographyWrite,
} from './biography/jobs.ts';
import { biographyResume } from './biography/pipeline/resume.ts';

import { callJobs } from './calls/jobs.ts';
import { eraseConsents } from './consent/jobs.ts';
import { conversationJobs } from './conversations/jobs.ts';
import { exportsMake } from './exports/jobs.ts';
import { giftJobs } from './gifts/jobs.ts';
import { importsExpire, importsMake } from './imports/jobs.ts';
import { drawKeepsakePlaceholders, eraseKeepsakes, expireKeepsakeUploads } from './keepsakes/jobs.ts';
import { removeKeepsakeFile } from './keepsakes/service/erase-sent.ts';
import { makingsExpire, makingsMake } from './makings/jobs.ts';

import { eraseNotices, sendLetter, sendText } from './notices/jobs.ts';
import { resumeWaiting } from './notices/resume.ts';

import { eraseAnswers } from './partners/jobs.ts';
import { webhookJobs } from './partners/webhooks/jobs.ts';
import { peopleSettle } from './people/jobs.ts';
import { eraseEvents } from './platform/events/retention.ts';
import type { Job } from './platform/jobs.ts';
import { recordingJobs } from './recordings/jobs.ts';
import { eraseSubjects } from './subjects/jobs.ts';
import { textJobs } from './texts/jobs.ts';
import { erasePlaygroundRuns } from './writer/playground/jobs.ts';
import { reconcileSearch } from './writer/reconcile/jobs.ts';
import { eraseReplays, replayWork } from './writer/replay/jobs.ts';

/** Every domain's jobs and schedules. */
export const jobs: readonly Job[] = [
  sendLetter,
  sendText,
  resumeWaiting,
  eraseNotices,
  writeAsked,
  textSignInCode,
  eraseCodes,
  eraseSessions,
  eraseConsents,
  biographyWrite,
  biographyRetitle,
  biographyResume,
  biographyWeekly,
  biographyEraseDrafts,
  biographyEncode,
  biographyEncodeAll,
  eraseAnswers,
  ...webhookJobs,
  ...conversationJobs,
  expireKeepsakeUploads,
  eraseKeepsakes,
  drawKeepsakePlaceholders,
  removeKeepsakeFile,
  makingsMake,
  makingsExpire,
  exportsMake,
  importsMake,
  importsExpire,
  ...callJobs,
  ...textJobs,
  ...recordingJobs,
  ...giftJobs,
  eraseSubjects,
  peopleSettle,
  eraseEvents,
  erasePhotoFile,
  erasePlaygroundRuns,
  reconcileSearch,
  replayWork,
  eraseReplays,
];
