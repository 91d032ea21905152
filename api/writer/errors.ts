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
