import { apiUrl } from '#web/app/addresses.ts';
import { apiFetch } from '#web/app/api-fetch.ts';

/** The position of words in this browser's recording. */
export interface Recorded {
  takeId: string;
  startMs: number;
  endMs: number;
}

export interface RecorderState {
  /** `starting`: the browser asks for permission to use the microphone. */
  state: 'off' | 'starting' | 'on';
  problem: string | null;
}

export interface TalkRecorder {
  now(): RecorderState;
  subscribe(tell: () => void): () => void;
  start(): Promise<void>;
  /** Stops, and resolves when the recording is on the server, or after a few seconds. */
  stop(): Promise<void>;
  /** Marks the beginning of an answer. */
  begin(): void;
  /** Marks the end of an answer; returns its position if it was recorded. */
  take(): Recorded | undefined;
}

const mediaType = 'audio/webm;codecs=opus';
/** The length of a piece: a lost connection or closed page loses no more than this. */
const pieceMs = 5_000;
/** The dictated words appear about this long after they are spoken. */
const leadMs = 1_500;
const [firstWaitMs, longestWaitMs] = [2_000, 16_000];
const longestFlushMs = 5_000;

/** Whether this browser can record in the format that the server accepts. */
export function canRecord(): boolean {
  return (
    typeof MediaRecorder !== 'undefined' &&
    MediaRecorder.isTypeSupported(mediaType) &&
    !!navigator.mediaDevices
  );
}

const open = new Map<string, TalkRecorder>();

/** The recorder of a conversation on this page. */
export function recorderOf(conversationId: string): TalkRecorder {
  const known = open.get(conversationId);
  if (known) return known;
  const recorder = openRecorder(conversationId);
  open.set(conversationId, recorder);
  return recorder;
}

interface Take {
  id: string;
  media: MediaRecorder;
  stream: MediaStream;
  begunAt: number;
  pieces: Blob[];
  sent: number;
  /** Whether the browser has delivered all pieces. */
  isWhole: boolean;
  sending: Promise<void> | null;
}

function openRecorder(conversationId: string): TalkRecorder {
  let state: RecorderState = { state: 'off', problem: null };
  let take: Take | null = null;
  let answerAt: number | null = null;
  let lastEndMs = 0;
  /** Counts starts and stops: a permission that is given after a stop opens nothing. */
  let turn = 0;
  const listeners = new Set<() => void>();

  function set(next: RecorderState): void {
    state = next;
    for (const tell of listeners) tell();
  }

  function halt(of: Take, problem: string | null): void {
    if (of.media.state !== 'inactive') of.media.stop();
    for (const track of of.stream.getTracks()) track.stop();
    if (take !== of) return;
    take = null;
    answerAt = null;
    set({ state: 'off', problem });
  }

  /** Sends the waiting pieces one after the other until all are sent or the server refuses them. */
  async function send(of: Take): Promise<void> {
    let waitMs = firstWaitMs;
    while (of.sent < of.pieces.length) {
      const response = await sendPiece(conversationId, of).catch(() => null);
      if (response?.ok || response?.status === 409) {
        const { next } = (await response.json()) as { next: number };
        if (next <= of.sent) return halt(of, 'The recording stopped: a part of it did not arrive.');
        of.sent = next;
        waitMs = firstWaitMs;
      } else if (response && response.status < 500 && response.status !== 429) {
        of.pieces.length = of.sent;
        return halt(of, 'The recording stopped: the sound is not kept any more. The words are.');
      } else {
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        waitMs = Math.min(longestWaitMs, waitMs * 2);
      }
    }
  }

  function sendOn(of: Take): void {
    of.sending ??= send(of).finally(() => {
      of.sending = null;
    });
  }

  return {
    now: () => state,
    subscribe(tell) {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    async start() {
      if (state.state !== 'off') return;
      set({ state: 'starting', problem: null });
      turn += 1;
      const own = turn;
      const stream = await navigator.mediaDevices
        .getUserMedia({ audio: { channelCount: 1, echoCancellation: true } })
        .catch(() => null);
      if (own !== turn) {
        for (const track of stream?.getTracks() ?? []) track.stop();
        return;
      }
      if (!stream) {
        return set({ state: 'off', problem: 'The microphone is not allowed here, so nothing is recorded.' });
      }
      const media = new MediaRecorder(stream, { mimeType: mediaType, audioBitsPerSecond: 32_000 });
      const begun: Take = {
        ...{ id: crypto.randomUUID(), media, stream, begunAt: performance.now() },
        ...{ pieces: [], sent: 0, isWhole: false, sending: null },
      };
      media.onstart = () => {
        begun.begunAt = performance.now();
      };
      media.ondataavailable = ({ data }) => {
        if (data.size === 0) return;
        begun.pieces.push(data);
        sendOn(begun);
      };
      media.onstop = () => {
        begun.isWhole = true;
      };
      media.onerror = () => halt(begun, 'The recording stopped: the microphone failed.');
      take = begun;
      lastEndMs = 0;
      answerAt = null;
      media.start(pieceMs);
      set({ state: 'on', problem: null });
    },
    async stop() {
      const stopped = take;
      turn += 1;
      if (!stopped) {
        if (state.state === 'starting') set({ state: 'off', problem: null });
        return;
      }
      halt(stopped, null);
      const until = performance.now() + longestFlushMs;
      while (performance.now() < until && (!stopped.isWhole || stopped.sent < stopped.pieces.length)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    begin() {
      if (take && answerAt === null) answerAt = performance.now() - take.begunAt;
    },
    take() {
      if (!take) return undefined;
      const endMs = Math.round(performance.now() - take.begunAt);
      const startMs = Math.max(lastEndMs, answerAt === null ? 0 : Math.round(answerAt - leadMs));
      answerAt = null;
      lastEndMs = endMs;
      return startMs < endMs ? { takeId: take.id, startMs, endMs } : undefined;
    },
  };
}

function sendPiece(conversationId: string, { id, sent, pieces }: Take): Promise<Response> {
  const query = new URLSearchParams({ take: id, piece: String(sent) });
  return apiFetch(apiUrl(`/media/recording/${encodeURIComponent(conversationId)}?${query}`), {
    method: 'PUT',
    headers: { 'content-type': 'audio/webm' },
    body: pieces[sent] ?? null,
  });
}
