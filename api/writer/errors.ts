import { WrongState } from '#api/platform/errors.ts';

/** Someone else has saved a newer version; `newest` is its number. */
export class ChangedMeanwhile extends WrongState {
  readonly newest: number;
  readonly savedBy: string | null;

  constructor(newest: number, savedBy: string | null) {
    super(`${savedBy ?? 'Somebody'} has saved this meanwhile: nothing of yours was saved yet`);
    this.newest = newest;
    this.savedBy = savedBy;
  }
}

/** The replays of a version are worse than those of the live one, and no reason was given. Nothing was changed. */
export class WorseThanLive extends WrongState {
  readonly sets: readonly WorseSet[];

  constructor(sets: readonly WorseSet[]) {
    const names = sets.map(({ set }) => `“${set}”`).join(', ');
    super(`Its latest run is worse than the live one in ${names}: give a reason to make it live`);
    this.sets = sets;
  }
}

type WorseSet = { set: string; worse: { measure: string; version: number; live: number }[] };
