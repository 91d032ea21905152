/** The version of this wording. */
export const smsWordingVersion = 2;

/** The wording in force for texts, repeated from the ledger for a page that works without a server. */
export const smsWording = [
  'I agree that Evertold sends text messages to this number: to say when it will call, to ask about my life, and to answer me.',
  'The messages are sent by a computer, usually 2 to 10 a week.',
  'Message and data rates may apply.',
  'You can stop at any time: reply STOP, say so on a call, or withdraw in your settings. Reply HELP for help.',
  'Agreeing is your choice; nothing else depends on it, and it buys nothing.',
  'My number and this agreement are not shared with anybody for marketing.',
  'Our terms and our privacy notice come with these words.',
].join(' ');
