import { CUES as SPANISH_CUES } from '../spanish/cues.ts';
import * as spanish from '../spanish/forms.ts';
import { normalise } from '../words.ts';
import { CUES } from './by-cue.ts';
import {
  AFTER_OWN_SPEECH,
  AFTER_SPEECH_TO_YOU,
  AS_IT_IS_NOW,
  BY_TELLING,
  IN_A_PLACE,
  STORY_OF_OTHERS,
  TENDER_FOLLOW_UPS,
  TOLD_BY_OTHERS,
  WHAT_YOU_DID_NEXT,
} from './by-telling.ts';
import { GOING_ON, GOING_ON_TODAY } from './by-topic.ts';

/** What {when} stands for in the forms after speech. */
const WHEN_SAID = ['when he said that', 'when she said that', 'when they said that', 'when you heard that'];

/** Questions that name nothing: about another story, each is another question. */
const prompts = new Set(
  [
    ...Object.values(BY_TELLING).flat(),
    ...CUES.flatMap(({ ask }) => ask),
    ...STORY_OF_OTHERS,
    ...TOLD_BY_OTHERS,
    ...IN_A_PLACE,
    ...WHAT_YOU_DID_NEXT,
    ...AS_IT_IS_NOW,
    ...AFTER_OWN_SPEECH,
    ...TENDER_FOLLOW_UPS,
    ...GOING_ON,
    ...GOING_ON_TODAY,
    ...AFTER_SPEECH_TO_YOU.flatMap((form) => WHEN_SAID.map((when) => form.replace('{when}', when))),
    ...[spanish.AFTER_EVENT, spanish.AFTER_HABIT, spanish.AFTER_VIEW, spanish.AFTER_SCENE].flat(),
    ...[spanish.AFTER_SPEECH, spanish.GOING_ON, spanish.GOING_ON_TODAY, spanish.BEFORE_THEIR_TIME].flat(),
    ...[spanish.TENDER, SPANISH_CUES.flatMap(({ ask }) => ask).filter((form) => !form.includes('{'))].flat(),
  ].map(normalise),
);

/** Whether a question asks the person to go on and names nothing, so that a later conversation may use it again. */
export function isOpenPrompt(question: string): boolean {
  return isNormalisedOpenPrompt(normalise(question));
}

/** The same for a question that is normalised already. */
export function isNormalisedOpenPrompt(question: string): boolean {
  return prompts.has(question);
}
