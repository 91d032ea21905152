const works: Record<string, string> = {
  'biography.write': 'Writing a conversation',
  'biography.retitle': 'Finding titles and dates',
  'conversations.answer': 'Answering in a conversation',
  'notices.send': 'Sending an email',
  'notices.sendText': 'Sending a text message',
  'accounts.writeLetter': 'Writing an account email',
  'accounts.textCode': 'Texting a sign-in code',
  'accounts.erasePhotoFile': 'Erasing a photo',
};

/** What a job does, in words if they are known. */
export function workInWords(work: string): string {
  return works[work] ?? work;
}
