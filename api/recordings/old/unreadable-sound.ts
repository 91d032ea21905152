/** The file can't be read as a sound; the message is for the family. */
export class UnreadableSound extends Error {
  override name = 'UnreadableSound';
}
