import { pathToFileURL } from 'node:url';
import { tzOffset } from '@date-fns/tz';
import { drawn } from './round.ts';

/** Zones with summer time, around the earth. */
const zones = [
  ...['America/Adak', 'America/Anchorage', 'America/Los_Angeles', 'America/Denver', 'America/Chicago'],
  ...['America/New_York', 'America/Halifax', 'America/Miquelon', 'America/Nuuk', 'Atlantic/Azores'],
  ...['Europe/Lisbon', 'Europe/Berlin', 'Europe/Athens', 'Australia/Adelaide', 'Australia/Sydney'],
  ...['Pacific/Auckland', 'Pacific/Chatham'],
];

const minute = 60_000;
const hour = 60 * minute;

/** The time zones of an installation, in which a change of clocks is near. */
export type ChangingZones = {
  /** Where people may be called now. */
  awake: string;
  /** Where nobody may. */
  asleep: string;
  /** The zone, when its clocks change, and by how many minutes, for the output. */
  change: string;
  /** The environment of the installation's processes. */
  env: NodeJS.ProcessEnv;
  /** The weekday, 1 to 7, and the minute of the day in a zone. */
  timeIn: (zone: string, at: number) => { weekday: number; minute: number };
};

/**
 * Chooses a zone in which it is day, one of its two changes of clocks of the next year, and whether that was three
 * hours ago or comes before tomorrow's call. A change three hours ago makes today the changed day.
 */
export function zonesThatChange(seed: number): ChangingZones {
  const now = Date.now();
  const hourIn = (zone: string, laterMs = 0) => {
    const there = new Date(now + tzOffset(zone, new Date(now + laterMs)) * minute);
    return there.getUTCHours() + there.getUTCMinutes() / 60;
  };
  const farFrom = (wanted: number, zone: string, laterMs = 0) => {
    const apart = Math.abs(hourIn(zone, laterMs) - wanted);
    return Math.min(apart, 24 - apart);
  };
  const byDay = zones.filter((zone) => farFrom(13, zone) < 4);
  const nearest = zones.toSorted((a, b) => farFrom(13, a) - farFrom(13, b))[0] ?? 'Europe/Lisbon';
  const awake = byDay[drawn(seed, byDay.length)] ?? nearest;
  const changes = changesOf(awake, now);
  const changesAt = changes[drawn(seed + 1, changes.length)] ?? now;
  const isPast = drawn(seed + 2, 2) === 0;
  const laterMs = changesAt - (isPast ? now - 3 * hour : now + 12 * hour);
  const asleep = zones.toSorted((a, b) => farFrom(2, a, laterMs) - farFrom(2, b, laterMs))[0] ?? awake;
  const preload = pathToFileURL('tests/chaos/moved-zones.ts').href;
  const by = tzOffset(awake, new Date(changesAt + minute)) - tzOffset(awake, new Date(changesAt - minute));
  return {
    awake,
    asleep,
    change: `in ${awake} the clocks ${isPast ? 'changed three hours ago' : 'change in twelve hours'} by ${by} minutes`,
    env: { NODE_OPTIONS: `--import=${preload}`, ZONES_LATER_MS: String(laterMs) },
    timeIn(zone, at) {
      const there = new Date(at + tzOffset(zone, new Date(at + laterMs)) * minute);
      const minuteOfDay = there.getUTCHours() * 60 + there.getUTCMinutes();
      return { weekday: there.getUTCDay() || 7, minute: minuteOfDay };
    },
  };
}

/** The times of the next year at which the clocks of a zone change. */
function changesOf(zone: string, from: number): number[] {
  const changes: number[] = [];
  const start = Math.ceil(from / hour) * hour;
  let before = tzOffset(zone, new Date(start));
  for (let at = start; at < start + 365 * 24 * hour; at += hour) {
    const offset = tzOffset(zone, new Date(at));
    if (offset !== before) changes.push(at);
    before = offset;
  }
  return changes;
}
