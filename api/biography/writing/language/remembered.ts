/** Caches the results of a function for the latest texts. Callers must not change a result. */
export function remembered<T>(work: (text: string) => T, most: number): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = work(text);
    const oldest = answers.keys().next();
    if (answers.size >= most && !oldest.done) answers.delete(oldest.value);
    answers.set(text, answer);
    return answer;
  };
}
