import { WrongState } from '#api/platform/errors.ts';

/** One file is made for somebody at a time. */
export class MakingInHand extends WrongState {
  constructor() {
    super('Something is being made for you already: wait for it, or cancel it');
  }
}

/** There is no published story that could be printed. */
export class NothingToPrint extends WrongState {
  constructor() {
    super('None of these stories is published: publish one first');
  }
}
