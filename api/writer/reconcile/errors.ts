import { WrongState } from '#api/platform/errors.ts';

/** Another admin has settled the conflict meanwhile; nothing was changed. */
export class SettledMeanwhile extends WrongState {
  readonly settledBy: string | null;

  constructor(settledBy: string | null) {
    super(`${settledBy ?? 'Somebody'} has settled this already: nothing was changed`, ['id']);
    this.settledBy = settledBy;
  }
}

/** The stories have changed since the conflict was shown; nothing was changed. */
export class ChangedSince extends WrongState {
  constructor() {
    super('The stories have changed since: nothing was changed. Look at it again', ['id']);
  }
}
