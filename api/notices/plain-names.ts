/** Whether a name may stand in what we send: none that a program would turn into a link, by which somebody uses us. */
export function isPlainName(name: string): boolean {
  return name.length <= 60 && !/[/:@\\]|\.\p{L}{2}|www/iu.test(name);
}
