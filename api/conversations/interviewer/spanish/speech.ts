import type { InterviewerSpeech } from '../speech.ts';
import { comfortWords, confirmStop, confirmWithdrawal, crisisWords, reassurance } from './care.ts';
import { farewell, nextCallWords } from './closing.ts';
import { findingTexts } from './findings.ts';
import { spanishFollowUps } from './follow-ups.ts';
import { RETURN_FORMS } from './forms.ts';
import { forWhom, greeting } from './greeting.ts';
import { saidName } from './instructed.ts';
import { isPlace } from './nouns.ts';
import { onWhoseBehalf } from './people.ts';
import { promiseOf } from './promise.ts';
import { spanishAsking, spanishFamily, spanishReplies, spanishSayings } from './sayings.ts';
import { spanishTopics } from './topics.ts';

export const spanishSpeech: InterviewerSpeech = {
  topicsIn: (text, people) =>
    spanishTopics(text, people).map(({ plainText, head, score, kind, role }) => ({
      ...{ text: plainText, head, score, hearsay: false },
      leads: kind !== 'MATTER' && (role !== 'AFTER_PREPOSITION' || isPlace(kind)),
      forms: RETURN_FORMS.slice(0, 1),
    })),
  followUps: spanishFollowUps,
  asking: spanishAsking,
  family: spanishFamily,
  replies: spanishReplies,
  says: spanishSayings,
  ...{ greeting, onWhoseBehalf, forWhom, nextCallWords, farewell, promiseOf, saidName },
  ...{ crisisWords, comfortWords, confirmStop, confirmWithdrawal, reassurance, findingTexts },
  prompt: {
    language:
      'Speak Spanish: warm, plain words that are right in Latin America and in Spain, and always “usted”. Write accents, ¿ and ¡. Ask what is given to you in Spanish as it stands.',
    age: (years) => `unos ${years} años`,
    medium: { PHONE: 'por teléfono', SMS: 'por mensajes de texto', WEB: 'en el navegador' },
  },
};
