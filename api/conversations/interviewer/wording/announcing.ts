/** “Teresa has a question for you.” The next words of the person, whatever they are, lead to it. */
export function announcement(askedBy: string): readonly string[] {
  return [
    `${askedBy} has a question for you. Tell me when you’re ready for it.`,
    `${askedBy} has a question for you.`,
  ];
}
