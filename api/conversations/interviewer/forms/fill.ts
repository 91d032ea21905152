import type { Topic } from '../text-analysis/topics.ts';

/** Places that take “on” and places that take “at”; all others take “in”. */
const ON =
  /\b(?:farm|island|beach|coast|ranch|street|hills?|mountains?|river|lake|canal|moor|pier|wharf|docks?|ship|boat|ferry|barge|train|tram|bus|lorry|truck|bicycle|bike|motorbike|motorcycle|horse|wagon|cart|sled|tractor|raft|ward|porch|roof|trawler|freighter|steamer|team|crew|allotment|field|stage|Mary)$/i;
const AT =
  /\b(?:station|harbou?r|market|school|shipyard|office|pub|bank|post office|mill|quarry|dock|university|college|convent|camp|hospital|theatre|theater|cinema|library|palace|hotel|ritz|exchange|port)$/i;

/** A form with its topic filled in, in singular or plural. */
export function fillTopic(
  form: string,
  topic: Pick<Topic, 'text' | 'plural' | 'preposition'> & Partial<Pick<Topic, 'head' | 'article'>>,
  who: string | null,
): string {
  const said =
    topic.preposition && /^(?:in|on|at|aboard)$/.test(topic.preposition) ? topic.preposition : null;
  const within = said ?? (ON.test(topic.text) ? 'on' : AT.test(topic.text) ? 'at' : 'in');
  return form
    .replace('{x}', topic.text)
    .replace('{a x}', topic.article ? topic.text.replace(/^the /, `${topic.article} `) : topic.text)
    .replace('{bare}', topic.text.replace(/^(?:the|your) /, ''))
    .replace('{head}', topic.head ?? '')
    .replace('{who}', who ?? '')
    .replace('{in}', within)
    .replace('{was}', topic.plural ? 'were' : 'was')
    .replace('{is}', topic.plural ? 'are' : 'is');
}
