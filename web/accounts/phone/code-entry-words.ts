export interface CodeEntryWords {
  /** Before the number. */
  sentTo: string;
  /** Where the number must not be shown. */
  sentToBook: string;
  change: string;
  digits: string;
  hint: string;
  /** Before the time left. */
  waiting: string;
  nothing: string;
  again: string;
  sentAgain: string;
}

/** The words of the step for the six digits. */
export const codeEntryWords: CodeEntryWords = {
  sentTo: 'We sent a text with six digits to',
  sentToBook: 'We sent a text with six digits to the phone of the book',
  change: 'Change number',
  digits: 'Six digits',
  hint: 'The code works for 5 minutes. On a phone it fills itself in.',
  waiting: 'Nothing came? You can ask for another in',
  nothing: 'Nothing came?',
  again: 'Send another',
  sentAgain: 'Another one is on its way.',
};
