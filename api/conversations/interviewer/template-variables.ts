/** The placeholders that an agent prompt may use between double braces, with what they stand for. */
export const templateVariables = {
  preferredName: 'how they want to be called',
  fullName: 'their whole name',
  pronouns: 'their pronouns, as the family wrote them',
  age: 'about how old they are',
  birthYear: 'the year of their birth',
  onBehalfOf: 'for whom the interviewer speaks',
  togetherWith: 'who sits beside them and talks too',
  medium: 'on the phone, by text message or in the browser',
  avoid: 'what is never spoken about',
  people: 'people in their life',
  lastTitle: 'what the last conversation was called',
  lastSummary: 'what was told in it',
  nextCall: 'when Evertold calls next',
  question: 'the family’s question whose turn it is',
  askedBy: 'who asks it',
} as const;

export type TemplateVariable = keyof typeof templateVariables;

/** Other names of the same placeholders. */
export const templateAliases: Readonly<Record<string, TemplateVariable>> = {
  'subject.calledName': 'preferredName',
  'subject.preferredName': 'preferredName',
  'subject.fullName': 'fullName',
  'subject.age': 'age',
  'subject.pronouns': 'pronouns',
  'subject.avoid': 'avoid',
  'question.text': 'question',
  'question.askedBy': 'askedBy',
};

export const templateNames = [...Object.keys(templateVariables), ...Object.keys(templateAliases)];
