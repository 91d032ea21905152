import type { Victim } from './house.ts';
import { aPhoneRound, isPhoneMoment, type PhoneRoundMoment, peopleWithPhones } from './phone-round.ts';
import { aRound, type Moment } from './round.ts';
import { aScene } from './scene.ts';
import { stories } from './stories.ts';
import { aTeller } from './teller.ts';

export type Killing = {
  /** The victims of this installation. */
  victims: readonly Victim[];
  /**
   * Tells a story, or calls and texts, and kills the victim meanwhile; see `aRound` and `aPhoneRound`. With calls and
   * texts, the next victims are killed in the same round.
   */
  amid: (
    moment: Moment | PhoneRoundMoment,
    victim: Victim,
    seed: number,
    nextVictims?: readonly Victim[],
  ) => Promise<void>;
  /** The change of clocks that is near. */
  change: string;
  /** All output of killed processes and of their replacements. */
  lines: () => string[];
  end: () => Promise<void>;
};

/**
 * An installation with a person who tells stories, in which one process after another is killed. The seed chooses the
 * change of clocks that is near.
 */
export async function aKilling(size: 'small' | 'large', seed = 0): Promise<Killing> {
  const scene = await aScene(size, seed);
  let phones: Awaited<ReturnType<typeof peopleWithPhones>> | null = null;
  let teller = await aTeller(scene.house, scene.mail);
  let storiesTold = 0;
  return {
    victims: scene.house.victims,
    async amid(moment, victim, seed, nextVictims) {
      if (isPhoneMoment(moment)) {
        phones ??= await peopleWithPhones(scene);
        return aPhoneRound({ moment, victim, nextVictims, seed }, { ...scene, ...phones });
      }
      // A book can hold each story once, so a new person starts when all stories are told.
      if (storiesTold === stories.length) {
        teller = await aTeller(scene.house, scene.mail);
        storiesTold = 0;
      }
      const story = stories[storiesTold++] ?? stories[0];
      await aRound({ moment, victim, seed, story }, { ...scene, teller });
    },
    change: scene.zones.change,
    lines: scene.house.lines,
    end: scene.end,
  };
}
