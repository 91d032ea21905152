import { LinearModel } from '#api/language/linear-model.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import type { Exchange } from '../answer-signs.ts';
import { featuresOfJoin, JOIN_SHAPE } from '../joining.ts';
import { authors, type JoinTalk, talksOf, trainJoins } from './train.ts';

/** The turns of a conversation as a model groups them. */
function groupTurns(model: LinearModel, { turns, cards }: JoinTalk): number[][] {
  const stories: { turns: number[]; exchanges: Exchange[] }[] = [];
  let unanswered: string[] = [];
  for (const [turn, [question, answer]] of turns.entries()) {
    unanswered.push(question);
    if (!cards.some((card) => card.includes(turn))) continue;
    const exchange = { question: unanswered.join(' '), answer };
    unanswered = [];
    const [best] = stories
      .map((story, at) => {
        const others = stories.filter((_, nth) => nth !== at).map(({ exchanges }) => exchanges);
        const place = { back: stories.length - 1 - at, others };
        return { story, chance: model.chancesOf(featuresOfJoin(story.exchanges, exchange, place))[0] ?? 0 };
      })
      .sort((a, b) => b.chance - a.chance);
    if (best && best.chance >= 0.5) {
      best.story.turns.push(turn);
      best.story.exchanges.push(exchange);
    } else stories.push({ turns: [turn], exchanges: [exchange] });
  }
  return stories.map((story) => story.turns);
}

/** For each author, how well a model of questions trained on all other authors groups the turns of their conversations. */
export async function reportByAuthor(): Promise<string[]> {
  const lines: string[] = [];
  for (const author of authors()) {
    const model = new LinearModel(
      await trainJoins(authors().filter((other) => other !== author)),
      JOIN_SHAPE,
    );
    const talks = talksOf(author);
    const grouped = await withMeanings(() => talks.map((talk) => JSON.stringify(groupTurns(model, talk))));
    const wrong = talks.filter((talk, at) => grouped[at] !== JSON.stringify(talk.cards));
    const share = 1 - wrong.length / talks.length;
    if (process.argv.includes('--each'))
      for (const talk of wrong)
        console.log(grouped[talks.indexOf(talk)], JSON.stringify(talk.cards), talk.turns[0]);
    lines.push(`${author.padEnd(8)} ${Math.round(share * 100)}% of ${talks.length} conversations`);
  }
  return lines;
}

if (import.meta.main) for (const line of await reportByAuthor()) console.log(line);
