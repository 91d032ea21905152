import { WrongState } from '#api/platform/errors.ts';

/** Only one file is made per user at a time. */
export class MakingInHand extends WrongState {
  constructor() {
    super('Something is being made for you already: wait for it, or cancel it');
  }
}

/** No published story could be printed. */
export class NothingToPrint extends WrongState {
  constructor() {
    super('None of these stories is published: publish one first');
  }
}
