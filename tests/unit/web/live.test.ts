// @vitest-environment jsdom
import { gql, type TypedDocumentNode } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  test('goes on after the last event when the connection was lost', async () => {
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

  test('left and taken up again hands over what came meanwhile, once', async () => {
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

  test('begins anew from a place that was not seen pass by', async () => {
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
});
