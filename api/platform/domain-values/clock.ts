/** The time, in one place, so that a test can set it. */
export const clock = {
  now: (): Date => new Date(),
};
