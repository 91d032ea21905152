// @vitest-environment jsdom
import { gql, type TypedDocumentNode } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { followLive } from '#web/app/live.ts';
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

describe('Following a conversation', () => {
  test('resumes after the last event when the connection was lost', async () => {
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

  test('without cursors sends the length of the disconnection when it is back', async () => {
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

    // The cut, and the minute in which a dead line may not have been noticed.
    const { awaySeconds } = again.subscribed().payload?.variables ?? {};
    expect(awaySeconds).toBeGreaterThan(60);
    expect(awaySeconds).toBeLessThan(120);
  });

  test('delivers missed events once when it is paused and resumed', async () => {
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

  test('starts over from an unknown cursor', async () => {
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

  test('counts the hours of sleep as disconnected, and counts them again when the connection is soon lost again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const stop = followLive({
      document: Changed,
      variables: { room: 'five' },
      cursorOf: () => null,
      onEvent: () => undefined,
    });
    // The line stands for long enough to have brought everything, then all stops for two hours.
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

describe('The first subscription of a page', () => {
  /** A page of which nothing is loaded yet, opened so long ago. */
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

  test('delivers changes since the page was opened, also when the connection is soon lost again', async () => {
    const follow = await aPage({ openedSecondsAgo: 40 });
    follow('six');
    const socket = await FakeSocket.subscribedOn(0);
    expect(awayOn(socket)).toBeGreaterThanOrEqual(40);
    expect(awayOn(socket)).toBeLessThan(60);

    // What is followed later was asked later.
    follow('seven');
    await vi.waitFor(() => expect(socket.subscribed().payload?.variables).toEqual({ room: 'seven' }));

    socket.drop(1006);
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2), 3_000);
    expect(awayOn(await FakeSocket.subscribedOn(1))).toBeGreaterThanOrEqual(100);
  });

  test('delivers no changes of the hours before, when other pages were open', async () => {
    const follow = await aPage({ openedSecondsAgo: 3 * 3600 });
    follow('eight');
    expect((await FakeSocket.subscribedOn(0)).subscribed().payload?.variables).toEqual({ room: 'eight' });
  });
});
