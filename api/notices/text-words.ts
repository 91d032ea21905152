export const codePurposes = ['SIGN_IN', 'CHANGE', 'OPT_IN', 'SUBJECT', 'CONSENT', 'CALL'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** The words of the answers to STOP, START and HELP, which are the same to everyone. */
export type ReplyWords = {
  agreed(): string;
  /** About the contact card: beside it when it is attached, else with its address. */
  contactCard(url: string | null): string;
  stopped(): string;
  takenBack(): string;
  help(): string;
  notAsked(): string;
  whatWeAre(): string;
};

/** The words around the digits of a code. */
export type CodeWords = {
  code(of: { digits: string; purpose: CodePurpose; subjectName?: string }): string;
};

/** The words of the texts in one language. A name is null when it may not appear in a text. */
export type TextWords = ReplyWords &
  CodeWords & {
    whoseStory(choices: readonly { number: number; name: string | null }[]): string;
    /** By paragraph. */
    ask(of: { subjectName: string | null; askedBy: string | null; wording: string }): string[];
    /** By paragraph. */
    gift(of: { recipientName: string; giverName: string; message?: string | null; url: string }): string[];
    /** Once, two weeks later. By paragraph. */
    giftReminder(of: { recipientName: string; giverName: string; url: string }): string[];
    callTomorrow(of: {
      subjectName: string;
      callerName: string | null;
      number: string;
      time: string;
    }): string;
  };
