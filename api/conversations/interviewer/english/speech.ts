import { FORMS, RETURN_FORMS } from '../forms/by-topic.ts';
import type { InterviewerSpeech } from '../speech.ts';
import { echoesOf } from '../text-analysis/echo.ts';
import { isPlace } from '../text-analysis/lexicon.ts';
import { topicsIn } from '../text-analysis/topics.ts';
import { announcement } from '../wording/announcing.ts';
import { comfortWords, confirmStop, confirmWithdrawal, crisisWords, reassurance } from '../wording/care.ts';
import { farewell, nextCallWords } from '../wording/closing.ts';
import { forWhom, greeting, onWhoseBehalf } from '../wording/greeting.ts';
import { saidName } from '../wording/instructed.ts';
import { findingTexts } from '../wording/open-finding.ts';
import { promiseOf } from '../wording/promise.ts';
import { englishAsking } from './asking.ts';
import { englishFamily } from './family.ts';
import { englishFollowUps } from './follow-ups.ts';
import { englishReplies, englishSayings } from './sayings.ts';

export const englishSpeech: InterviewerSpeech = {
  topicsIn: (text, people) =>
    topicsIn(text, people).map((topic) => ({
      ...topic,
      leads: topic.kind !== 'MATTER' && (topic.role !== 'AFTER_PREPOSITION' || isPlace(topic.kind)),
      forms: FORMS[topic.kind],
    })),
  followUps: { ...englishFollowUps, echoesOf },
  asking: { ...englishAsking, returnForms: RETURN_FORMS },
  family: { ...englishFamily, announcement },
  replies: englishReplies,
  says: englishSayings,
  ...{ greeting, onWhoseBehalf, forWhom, nextCallWords, farewell, promiseOf, saidName },
  ...{ crisisWords, comfortWords, confirmStop, confirmWithdrawal, reassurance, findingTexts },
  prompt: {
    language: '',
    age: (years) => `about ${years}`,
    medium: { PHONE: 'on the phone', SMS: 'by text message', WEB: 'in the browser' },
  },
};
