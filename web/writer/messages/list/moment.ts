/** A message's time in the reader's time zone: with seconds for today's, without for older ones. */
export function momentInWords(at: string, now = new Date()): string {
  const then = new Date(at);
  const time = (withSeconds: boolean) =>
    then.toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      ...(withSeconds && { second: '2-digit' }),
    });
  if (then.toDateString() === now.toDateString()) return time(true);
  const day = then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(then.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return `${day} ${time(false)}`;
}
