import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { modelWriter } from '#api/biography/writing/model-writer.ts';
import { openModelPort } from '#tests/support/model-port.ts';
import { countCases, type Figure } from './cases.ts';
import { requestOfTurns } from './writing.ts';

type Sentence = { text: string; quote: string; kind: string };
/**
 * A telling, and sentences that a model could make of it: `honest`, or false in the way named by the kind.
 */
export type ProofCase = { said: string; sentences: Sentence[] };

/** The share of invented sentences that is refused, by kind, and the share of honest ones that is kept. */
export async function measureProofs(cases: readonly ProofCase[]): Promise<Figure[]> {
  const judged: (Sentence & { refused: boolean })[] = [];
  for (const each of cases) {
    const refused = await refusedOf(each);
    judged.push(...each.sentences.map((sentence) => ({ ...sentence, refused: refused.has(sentence.text) })));
  }
  const isHonest = ({ kind }: Sentence) => kind === 'honest';
  const name = ({ kind, text, quote }: Sentence) => `${kind}: ${text}\n      from: ${quote}`;
  const made = judged.filter((sentence) => !isHonest(sentence));
  const byKind = [...Map.groupBy(made, ({ kind }) => kind)].map(([kind, ofKind]) =>
    countCases(`  ${kind} made up, and refused`, 0.95, ofKind, ({ refused }) => refused, name),
  );
  return [
    countCases('sentences made up, and refused', 0.95, made, ({ refused }) => refused, name),
    ...byKind.map((figure) => ({ ...figure, missed: [] })),
    countCases('honest sentences kept', 0.8, judged.filter(isHonest), ({ refused }) => !refused, name),
  ];
}

/** The sentences that the real writer refuses when a local fake model answers with all of them. */
async function refusedOf({ said, sentences }: ProofCase): Promise<Set<string>> {
  const title = 'What was told';
  const paragraphs = sentences.map(({ text, quote }) => ({
    sentences: [{ text, sources: [{ message: 'M2', quote }] }],
  }));
  const answer = { title, summary: title, cards: [{ title, chapter: 'origins', addTo: null, paragraphs }] };
  const server = createServer((_request, response) => {
    const message = { role: 'assistant', content: JSON.stringify(answer) };
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        ...{ id: 'answer', object: 'chat.completion', created: 0, model: 'scripted' },
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  try {
    openModelPort();
    const writer = modelWriter({ name: 'scripted', modelName: 'scripted', baseUrl, apiKey: null });
    const request = requestOfTurns([{ question: 'Tell me about it.', said }]);
    const { refusals } = await writer.write(request, new AbortController().signal);
    return new Set(refusals.map(({ text }) => text));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
