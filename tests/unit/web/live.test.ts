// @vitest-environment jsdom
import { gql, type TypedDocumentNode } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followLive, oneAfterAnother } from '#web/app/live.ts';
import { endSession } from '#web/app/session.ts';
import { FakeSocket } from './fake-socket.ts';

interface Added {
  added: { cursor: string; text: string };
}
const Watch =
  gql`subscription Watch($room: ID!, $after: String) { added(room: $room, after: $after) { cursor text } }` as TypedDocumentNode<
    Added,
    { room: string; after?: string | null }
  >;

const Changed = gql`
  subscription Changed($room: ID!, $awaySeconds: Int) { changed(room: $room, awaySeconds: $awaySeconds) { text } }
` as TypedDocumentNode<unknown, { room: string }>;

const said = (cursor: string, text: string) => ({ added: { __typename: 'Added', cursor, text } });

function follow(room: string, after: string | null = null) {
  const heard: string[] = [];
  const stop = followLive({
    document: Watch,
    variables: { room, after },
    cursorOf: ({ added }) => added.cursor,
    onEvent: ({ added }) => heard.push(added.text),
  });
  return { heard, stop };
}

beforeEach(() => {
  FakeSocket.reset();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('A followed stream', () => {
  test('a stream resumes after the last event when the connection was lost', async () => {
    const { heard } = follow('one', 'c0');
    const socket = await FakeSocket.subscribedOn(0);
    expect(socket.subscribed().payload?.variables).toEqual({ room: 'one', after: 'c0' });
    socket.event(said('c1', 'first'));
    socket.event(said('c2', 'second'));
    await vi.waitFor(() => expect(heard).toEqual(['first', 'second']));

    socket.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3_000);
    const again = await FakeSocket.subscribedOn(1);

    expect(again.subscribed().payload?.variables).toEqual({ room: 'one', after: 'c2' });
    again.event(said('c3', 'third'));
    await vi.waitFor(() => expect(heard).toEqual(['first', 'second', 'third']));
  });

  test('a stream without cursors sends after a reconnection for how long the connection was lost', async () => {
    followLive({
      document: Changed,
      variables: { room: 'four' },
      cursorOf: () => null,
      onEvent: () => undefined,
    });
    const socket = await FakeSocket.subscribedOn(0);
    expect(socket.subscribed().payload?.variables).toEqual({ room: 'four' });

    socket.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3_000);
    const again = await FakeSocket.subscribedOn(1);

    // The loss itself, and up to a minute in which it may not have been noticed.
    const { awaySeconds } = again.subscribed().payload?.variables ?? {};
    expect(awaySeconds).toBeGreaterThan(60);
    expect(awaySeconds).toBeLessThan(120);
  });

  test('a stream that is left and taken up again delivers missed events once', async () => {
    const first = follow('two');
    const socket = await FakeSocket.subscribedOn(0);
    socket.event(said('c1', 'first'));
    await vi.waitFor(() => expect(first.heard).toEqual(['first']));
    first.stop();
    socket.event(said('c2', 'second'));
    socket.event(said('c3', 'third'));

    const second = follow('two', 'c2');
    expect(second.heard).toEqual(['third']);
    socket.event(said('c4', 'fourth'));

    await vi.waitFor(() => expect(second.heard).toEqual(['third', 'fourth']));
    expect(first.heard).toEqual(['first']);
    expect(socket.sent.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
  });

  test('a stream starts again from a cursor that it has not seen', async () => {
    const first = follow('three', 'c0');
    const socket = await FakeSocket.subscribedOn(0);
    socket.event(said('c5', 'fifth'));
    await vi.waitFor(() => expect(first.heard).toEqual(['fifth']));
    first.stop();

    follow('three', 'c3');
    await vi.waitFor(() =>
      expect(FakeSocket.last().subscribed().payload?.variables).toEqual({ room: 'three', after: 'c3' }),
    );
  });

  test('data that is shown again much later brings what changed since it was left', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const followAgain = (currentAt: number) =>
      followLive({
        document: Changed,
        variables: { room: 'nine' },
        cursorOf: () => null,
        currentAt,
        onEvent: () => undefined,
      });
    const left = Date.now();
    vi.setSystemTime(left + 30 * 60_000);
    followAgain(left);
    const socket = await FakeSocket.subscribedOn(0);
    const subscribed = () => socket.sent.filter(({ type }) => type === 'subscribe');
    const awaySeconds = (at: number) => subscribed()[at]?.payload?.variables?.awaySeconds;
    expect(awaySeconds(0)).toBeGreaterThan(1800);
    expect(awaySeconds(0)).toBeLessThan(1830);

    // The stream that is open brings what a second watcher needs, unless it left its data earlier.
    followAgain(left + 60_000);
    expect(subscribed()).toHaveLength(1);
    followAgain(left - 60_000);
    await vi.waitFor(() => expect(subscribed()).toHaveLength(2));
    expect(awaySeconds(1)).toBeGreaterThan(1860);
  });

  test('the hours during which a machine slept count as a lost connection, also when the next connection is lost soon', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const stop = followLive({
      document: Changed,
      variables: { room: 'five' },
      cursorOf: () => null,
      onEvent: () => undefined,
    });
    // The connection lasts long enough to have delivered everything, then the machine stops for two hours.
    const socket = await FakeSocket.subscribedOn(0);
    vi.setSystemTime(Date.now() + 10 * 60_000);
    socket.hand({ type: 'ping' });
    vi.setSystemTime(Date.now() + 2 * 3600_000);

    socket.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3_000);
    const back = await FakeSocket.subscribedOn(1);
    back.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(3), 3_000);
    const again = await FakeSocket.subscribedOn(2);

    for (const each of [back, again]) {
      const { awaySeconds } = each.subscribed().payload?.variables ?? {};
      expect(awaySeconds).toBeGreaterThanOrEqual(2 * 3600);
      expect(awaySeconds).toBeLessThan(2 * 3600 + 120);
    }
    stop();
    vi.useRealTimers();
  });
});

describe('The first stream of a page', () => {
  /** Loads the modules afresh, as in a page that was opened this many seconds ago. */
  async function aPage({ openedSecondsAgo }: { openedSecondsAgo: number }) {
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + openedSecondsAgo * 1000 });
    const now = vi.spyOn(performance, 'now').mockReturnValue(openedSecondsAgo * 1000);
    onTestFinished(() => void now.mockRestore());
    vi.resetModules();
    const [{ followLive }, { endSession }] = await Promise.all([
      import('#web/app/live.ts'),
      import('#web/app/session.ts'),
    ]);
    onTestFinished(() => {
      endSession();
      vi.useRealTimers();
    });
    return (room: string) =>
      followLive({ document: Changed, variables: { room }, cursorOf: () => null, onEvent: () => undefined });
  }
  const awayOn = (socket: FakeSocket) => socket.subscribed().payload?.variables?.awaySeconds;

  test('the first stream brings what changed since the page was opened, also when its connection is lost soon', async () => {
    const follow = await aPage({ openedSecondsAgo: 40 });
    follow('six');
    const socket = await FakeSocket.subscribedOn(0);
    expect(awayOn(socket)).toBeGreaterThanOrEqual(40);
    expect(awayOn(socket)).toBeLessThan(60);

    // A stream that is followed later belongs to a later query.
    follow('seven');
    await vi.waitFor(() => expect(socket.subscribed().payload?.variables).toEqual({ room: 'seven' }));

    socket.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3_000);
    expect(awayOn(await FakeSocket.subscribedOn(1))).toBeGreaterThanOrEqual(100);
  });

  test('the first stream of a page opened hours ago brings no old changes', async () => {
    const follow = await aPage({ openedSecondsAgo: 3 * 3600 });
    follow('eight');
    expect((await FakeSocket.subscribedOn(0)).subscribed().payload?.variables).toEqual({ room: 'eight' });
  });
});

describe('A page that is read again after changes', () => {
  test('is read once more after a change that comes while it is read, and not for each', async () => {
    const answers: PromiseWithResolvers<void>[] = [];
    const changed = oneAfterAnother(() => {
      answers.push(Promise.withResolvers());
      return answers.at(-1)?.promise ?? Promise.resolve();
    });
    changed();
    changed();
    changed();
    expect(answers).toHaveLength(1);
    answers[0]?.resolve();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.reject(new Error('The connection broke'));
    await answers[1]?.promise.catch(() => {});
    changed();
    await vi.waitFor(() => expect(answers).toHaveLength(3));
  });
});
