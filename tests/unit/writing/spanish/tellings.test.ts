import { describe, expect, test } from 'vitest';
import { compose } from '#api/biography/writing/compose.ts';
import { evidenceIn, givenOf } from '#api/biography/writing/composing/conversation.ts';
import { ground } from '#api/biography/writing/grounding.ts';
import { keyOf } from '#api/biography/writing/writer.ts';
import { bodyOf } from '#tests/unit/writing/alma.ts';
import { spanishRequest } from './requests.ts';
import { TELLINGS } from './tellings.ts';
import { UNSEEN } from './unseen.ts';

/** A title that ends in one of these is cut off. */
const CUT_OFF = /(?:^|\s)(?:el|la|los|las|un|una|de|del|al|a|en|con|por|para|que|y|mi|su|se|no)$/i;

describe('A Spanish telling', () => {
  test.each([...TELLINGS, ...UNSEEN])('from $from', (telling) => {
    const request = spanishRequest([[telling.question ?? '¿Qué más recuerda?', telling.told]]);
    const written = compose(request);

    expect(written.cards).toHaveLength(1);
    const [card] = written.cards;
    if (!card) return;
    const body = bodyOf(card);
    const named = written.people.filter((person) => person.named);
    const people = Object.fromEntries(named.map(({ name, relation }) => [name, relation]));
    for (const words of telling.says ?? []) expect(body).toContain(words);
    if (telling.never) expect(`${body} | ${card.title} | ${written.summary}`).not.toMatch(telling.never);
    expect(written.refusals).toEqual([]);
    expect(telling.chapters).toContain(card.chapterKey);
    expect(card.title).toMatch(telling.title);
    expect(card.title).toMatch(/^[¿¡“]?[\p{Lu}\d]/u);
    expect(card.title).not.toMatch(CUT_OFF);
    expect(card.title.split(' ').length).toBeLessThanOrEqual(9);
    expect(written.summary).not.toBe(card.title);
    expect(people).toMatchObject(telling.people ?? {});
    expect(card.people).toEqual(expect.arrayContaining(named.map((one) => keyOf(one, written.people))));
    for (const nobody of telling.nobody ?? []) expect(Object.keys(people)).not.toContain(nobody);
    expect(written.places.filter(({ kind }) => kind === 'PLACE').map(({ name }) => name)).toEqual(
      expect.arrayContaining(telling.places ?? []),
    );
    if (telling.happened !== undefined) expect(card.happened).toBe(telling.happened);
    expect(written.dates.map(({ edtf }) => edtf)).toEqual(expect.arrayContaining(telling.dates ?? []));
    const evidence = evidenceIn(request.messages, 'es');
    const given = givenOf(request);
    expect(card.paragraphs.flat().filter((sentence) => !ground(sentence, evidence, given).ok)).toEqual([]);
  });
});
