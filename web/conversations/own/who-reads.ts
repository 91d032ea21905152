/** One line about who can read what users tell about themselves. */
export function whoReads(shared: boolean): string {
  return shared
    ? 'Those you let in read along, but for what you keep private'
    : 'Only you see this until you share it';
}
