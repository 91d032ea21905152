/** What a sentence said to the interviewer can do: the acts that the product's rules use. */
export type Act =
  | 'TELLS'
  | 'ANSWERS'
  | 'CORRECTS'
  | 'PRIVACY'
  | 'AUDIENCE'
  | 'DELETION'
  | 'WITHDRAWS'
  | 'DISTRESS'
  | 'ASIDE'
  | 'INSTRUCTS'
  | 'ASKS'
  | 'GREETS'
  | 'CLOSES';

/** The labels of the classifier, each with its act. `templates/README.md` describes them. */
export const ACT_OF = {
  tell: 'TELLS',
  correct: 'CORRECTS',
  'private-this': 'PRIVACY',
  'private-before': 'PRIVACY',
  'private-next': 'PRIVACY',
  'private-theme': 'PRIVACY',
  audience: 'AUDIENCE',
  'delete-this': 'DELETION',
  'withdraw-calls': 'WITHDRAWS',
  'withdraw-texts': 'WITHDRAWS',
  'withdraw-recording': 'WITHDRAWS',
  'withdraw-writing': 'WITHDRAWS',
  'withdraw-sharing': 'WITHDRAWS',
  'crisis-self': 'DISTRESS',
  'crisis-medical': 'DISTRESS',
  'crisis-harm': 'DISTRESS',
  grief: 'TELLS',
  wait: 'ASIDE',
  'aside-room': 'ASIDE',
  resume: 'ASIDE',
  repeat: 'ASKS',
  lost: 'ASIDE',
  'already-told': 'ASIDE',
  skip: 'INSTRUCTS',
  'avoid-theme': 'INSTRUCTS',
  instruct: 'INSTRUCTS',
  'ask-me-about': 'INSTRUCTS',
  permit: 'INSTRUCTS',
  'asks-computer': 'ASKS',
  'asks-who': 'ASKS',
  'asks-privacy': 'ASKS',
  'asks-money': 'ASKS',
  'asks-purpose': 'ASKS',
  'asks-us': 'ASKS',
  'asks-practical': 'ASKS',
  greet: 'GREETS',
  'stop-today': 'CLOSES',
  'stop-unclear': 'CLOSES',
  courtesy: 'GREETS',
  meta: 'ASIDE',
} as const satisfies Record<string, Act>;

export type Label = keyof typeof ACT_OF;

/** The labels in the order of the model's columns. */
export const LABELS = Object.keys(ACT_OF) as Label[];

const AT = new Map(LABELS.map((label, at) => [label, at]));

/** The column of a label in the model. */
export function columnOf(label: Label): number {
  return AT.get(label) ?? 0;
}
