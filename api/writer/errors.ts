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

/**
 * The replays of a version are worse than those of the live one, or were not compared with them, and no reason was
 * given. Nothing was changed.
 */
export class WorseThanLive extends WrongState {
  readonly sets: readonly WorseSet[];

  constructor(sets: readonly WorseSet[]) {
    const [worse, unrun] = [sets.filter((set) => set.worse.length), sets.filter((set) => !set.worse.length)];
    super(
      [
        worse.length &&
          `Its latest run is worse than the live one in ${named(worse)}: give a reason to make it live`,
        unrun.length && `The live one was not run on ${named(unrun)}: run it there first, or give a reason`,
      ]
        .filter(Boolean)
        .join('. '),
    );
    this.sets = sets;
  }
}

const named = (sets: readonly WorseSet[]) =>
  sets.map(({ set, model }) => `“${set}” with ${model}`).join(', ');

type WorseSet = { set: string; model: string; worse: { measure: string; version: number; live: number }[] };
