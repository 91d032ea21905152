// Loaded into the processes of an installation with `node --import`, before their own code: the offsets of all time
// zones are those of a later time, so that clocks change while the installation runs.
const laterMs = Number(process.env.ZONES_LATER_MS ?? 0);

Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct(Usual, [locales, options]: [string?, Intl.DateTimeFormatOptions?], target) {
    const made: Intl.DateTimeFormat = Reflect.construct(Usual, [locales, options], target);
    // Only offsets are read in this format, never days or times.
    if (options?.timeZoneName === 'longOffset') {
      const { format } = made;
      const value = (at?: Date | number) => format(Number(at ?? Date.now()) + laterMs);
      Object.defineProperty(made, 'format', { value });
    }
    return made;
  },
});
