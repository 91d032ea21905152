/** Who reads what one tells about oneself, in a line. */
export function whoReads(shared: boolean): string {
  return shared
    ? 'Whom you let in reads along, but for what you keep private'
    : 'Only you see this until you share it';
}
