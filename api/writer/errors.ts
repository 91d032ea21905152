import { WrongState } from '#api/platform/errors.ts';

/** Somebody else saved meanwhile what one has before oneself; `newest` is what they left, as a number. */
export class ChangedMeanwhile extends WrongState {
  readonly newest: number;
  readonly savedBy: string | null;

  constructor(newest: number, savedBy: string | null) {
    super(`${savedBy ?? 'Somebody'} has saved this meanwhile: nothing of yours was saved yet`);
    this.newest = newest;
    this.savedBy = savedBy;
  }
}
