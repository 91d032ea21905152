import type { Victim } from './house.ts';
import { aRound, type Moment } from './round.ts';
import { aScene } from './scene.ts';
import { stories } from './stories.ts';
import { aTeller } from './teller.ts';

export type Killing = {
  /** What there is to kill. */
  victims: readonly Victim[];
  /** Tells a story and kills something meanwhile; see `aRound`. */
  amid: (moment: Moment, victim: Victim, seed: number) => Promise<void>;
  /** Everything that was written by whatever was killed, and by what took its place. */
  lines: () => string[];
  end: () => Promise<void>;
};

/** A house with somebody who tells stories there, in which one thing after another is killed. */
export async function aKilling(size: 'small' | 'large'): Promise<Killing> {
  const scene = await aScene(size);
  let teller = await aTeller(scene.house, scene.mail);
  let told = 0;
  return {
    victims: scene.house.victims,
    async amid(moment, victim, seed) {
      // A book holds each story once: whoever has told them all is followed by somebody else.
      if (told === stories.length) {
        teller = await aTeller(scene.house, scene.mail);
        told = 0;
      }
      const story = stories[told++] ?? stories[0];
      await aRound({ moment, victim, seed, story }, { ...scene, teller });
    },
    lines: scene.house.lines,
    end: scene.end,
  };
}
