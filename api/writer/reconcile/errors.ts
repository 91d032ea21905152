import { WrongState } from '#api/platform/errors.ts';

/** Another admin has settled the conflict meanwhile. Nothing was changed. */
export class SettledMeanwhile extends WrongState {
  readonly settledBy: string | null;

  constructor(settledBy: string | null) {
    super(`${settledBy ?? 'Somebody'} has settled this already: nothing was changed`, ['id']);
    this.settledBy = settledBy;
  }
}

/** The stories are not what they were when the conflict was looked at. Nothing was changed. */
export class ChangedSince extends WrongState {
  constructor() {
    super('The stories have changed since: nothing was changed. Look at it again', ['id']);
  }
}
