/** For each zone: the Sundays before and on which its clocks change in 2026 and 2027, and what 14:00 is then in UTC. */
export const clockChanges: [string, string, string][] = [
  ['America/New_York', '2026-10-25T18:00:00Z', '2026-11-01T19:00:00Z'],
  ['America/New_York', '2027-03-07T19:00:00Z', '2027-03-14T18:00:00Z'],
  ['Europe/Lisbon', '2026-10-18T13:00:00Z', '2026-10-25T14:00:00Z'],
  ['Europe/Lisbon', '2027-03-21T14:00:00Z', '2027-03-28T13:00:00Z'],
  ['Australia/Sydney', '2026-09-27T04:00:00Z', '2026-10-04T03:00:00Z'],
  ['Australia/Sydney', '2027-03-28T03:00:00Z', '2027-04-04T04:00:00Z'],
];

/** For each zone: a moment of the morning of a changed day, and what 20:45 is then in UTC. */
export const changedEvenings: [string, string, string][] = [
  ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-02T01:45:00Z'],
  ['America/New_York', '2027-03-14T12:00:00Z', '2027-03-15T00:45:00Z'],
  ['Europe/Lisbon', '2026-10-25T08:00:00Z', '2026-10-25T20:45:00Z'],
  ['Europe/Lisbon', '2027-03-28T08:00:00Z', '2027-03-28T19:45:00Z'],
  ['Australia/Sydney', '2026-10-03T22:00:00Z', '2026-10-04T09:45:00Z'],
  ['Australia/Sydney', '2027-04-03T22:00:00Z', '2027-04-04T10:45:00Z'],
];
