import { describe, expect, test } from 'vitest';
import { aBook, anInvitation } from '#tests/support/book.ts';
import { askingOften, attemptsAt, rootFieldsWithArguments } from '#tests/support/hostile.ts';
import { acknowledged, subscribeMessage } from '#tests/support/socket.ts';
import { aFamily, type Person, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

/** What tells more than it should, or that something broke. */
const broken =
  /INTERNAL_SERVER_ERROR|Unexpected error|prisma|invocation|node_modules|\bat .*\.ts:|syntax error at|violates|relation "/i;

let prepared: Promise<{ owner: Person; known: Record<string, unknown> }> | undefined;

/** Somebody who may do nearly everything, and real ids of what they may do it to. */
function theWorld() {
  prepared ??= (async () => {
    const family = await aFamily();
    const book = await aBook(family);
    const { id: invitationId, token } = await anInvitation(family.subject.id);
    const known = {
      subjectId: family.subject.id,
      conversationId: book.liveId,
      cardId: book.publishedId,
      messageId: book.messageId,
      invitationId,
      token,
      chapterKey: book.chapterKey,
      clientMessageId: 'said-once',
    };
    return { owner: family.owner, known };
  })();
  return prepared;
}

/** What `id` means to a field: the thing it is about. */
function idFor(name: string, known: Record<string, unknown>): unknown {
  if (/message/i.test(name)) return known.messageId;
  if (/conversation/i.test(name)) return known.conversationId;
  if (/invitation/i.test(name)) return known.invitationId;
  return /card/i.test(name) ? known.cardId : known.subjectId;
}

const fields = rootFieldsWithArguments();
const together = 8;

describe('Whatever is sent where something else is meant', () => {
  test.each(
    fields
      .filter(({ kind }) => kind !== 'subscription')
      .map((field) => [field.kind, field.name, field] as const),
  )('is refused in words, and breaks nothing: %s %s', { timeout: 120_000 }, async (_kind, name, field) => {
    const { owner, known } = await theWorld();
    const caller = /^(desk|users|allSubjects|revealMessage)$/.test(name) ? await theAdmin() : owner;
    const attempts = attemptsAt(field.args, { ...known, id: idFor(name, known) });
    expect(attempts.length).toBeGreaterThan(0);

    for (let from = 0; from < attempts.length; from += together) {
      const some = attempts.slice(from, from + together);
      const { data, errors } = await caller.askBody(askingOften(field, some));
      const answered = some.map(({ what }, at) => ({
        what,
        told: JSON.stringify([data?.[`a${at}`], errors?.filter(({ path }) => path?.[0] === `a${at}`)]),
      }));

      expect(answered.filter(({ told }) => broken.test(told))).toEqual([]);
      // Variables that are none are refused for the document as a whole.
      expect(JSON.stringify(errors ?? [])).not.toMatch(broken);
    }
  });

  test.each(
    fields.filter(({ kind }) => kind === 'subscription').map((field) => [field.name, field] as const),
  )('is refused on the socket too: %s', { timeout: 120_000 }, async (name, field) => {
    const { owner, known } = await theWorld();
    const opened = await acknowledged(owner);
    const attempts = attemptsAt(field.args, { ...known, id: idFor(name, known) });
    for (const [at, attempt] of attempts.entries()) {
      const { query, variables } = askingOften(field, [attempt]);
      opened.send(subscribeMessage(`${at}`, query, variables));
      opened.send({ id: `${at}`, type: 'complete' });
      if (at % 50 && at < attempts.length - 1) continue;
      // What was asked before has come so far by then.
      opened.send(subscribeMessage(`after ${at}`, '{ me { id } }'));
      await opened.next('next');
    }

    expect(opened.all().filter((message) => broken.test(JSON.stringify(message)))).toEqual([]);
    opened.socket.close();
  });
});
