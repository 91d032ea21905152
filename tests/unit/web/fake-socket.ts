import { vi } from 'vitest';

interface Frame {
  type: string;
  id?: string;
  payload?: { variables?: Record<string, unknown> };
}

/** The server's end of graphql-transport-ws, controlled by a test. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: FakeSocket[] = [];
  /** While true, no connection is accepted. */
  static down = false;
  /** The close code with which the server answers `connection_init`, or null. */
  static refuses: number | null = null;

  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readyState = 0;
  protocol = 'graphql-transport-ws';
  sent: Frame[] = [];
  onopen?: () => void;
  onerror?: (error: unknown) => void;
  onclose?: (event: { code: number; reason: string; wasClean: boolean }) => void;
  onmessage?: (event: { data: string }) => void;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
    queueMicrotask(() => {
      if (FakeSocket.down) return this.drop(1006);
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const frame = JSON.parse(text) as Frame;
    this.sent.push(frame);
    if (frame.type !== 'connection_init') return;
    const { refuses } = FakeSocket;
    queueMicrotask(() => (refuses ? this.drop(refuses) : this.hand({ type: 'connection_ack' })));
  }

  close(code = 1000): void {
    this.drop(code, code === 1000);
  }

  /** Sends a message from the server. */
  hand(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** Sends an event of a subscription. */
  event(data: object, id = this.subscribed().id): void {
    this.hand({ type: 'next', id, payload: { data } });
  }

  drop(code: number, wasClean = false): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason: '', wasClean });
  }

  /** The last subscription requested on this socket. */
  subscribed(): Frame {
    const frame = this.sent.filter(({ type }) => type === 'subscribe').at(-1);
    if (!frame) throw new Error('Nothing is subscribed');
    return frame;
  }

  static last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('No socket was opened');
    return socket;
  }

  /** Waits until the n-th socket has a subscription. */
  static async subscribedOn(n: number): Promise<FakeSocket> {
    await vi.waitFor(() => FakeSocket.all[n]?.subscribed() ?? Promise.reject(new Error('not yet')));
    return FakeSocket.all[n] as FakeSocket;
  }

  static reset(): void {
    FakeSocket.all = [];
    FakeSocket.down = false;
    FakeSocket.refuses = null;
  }
}
