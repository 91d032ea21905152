// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const api = 'https://api.test';
vi.stubEnv('API_URL', api);
const { useTakeDictation } = await import('#web/conversations/talk/take-dictation.ts');
// Loaded with the first request otherwise, which takes real time.
await import('#web/app/elsewhere.ts');
const { recorderOf } = await import('#web/conversations/talk/recorder.ts');

/** What the microphone hears; 1 is the loudest. */
let level = 0;
/** The microphones that pages asked for: the user grants each, and each says whether it is still on. */
let asked: { grant: () => void; isOn: () => boolean }[] = [];
let posted: { url: string; init: RequestInit }[] = [];

class Recorder {
  static isTypeSupported = () => true;
  state = 'inactive';
  onstart = () => {};
  onstop = () => {};
  ondataavailable: (event: { data: Blob }) => void = () => {};
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['sound'], { type: 'audio/webm' }) });
    this.onstop();
  }
}

function getUserMedia() {
  return new Promise((resolve) => {
    let isOn = false;
    const track = {
      stop() {
        isOn = false;
      },
    };
    asked.push({
      grant() {
        isOn = true;
        resolve({ getTracks: () => [track] });
      },
      isOn: () => isOn,
    });
  });
}

beforeEach(() => {
  [level, asked, posted] = [0, [], []];
  vi.useFakeTimers();
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      createMediaStreamSource = () => ({ connect: () => {} });
      close = async () => {};
    },
  );
  vi.stubGlobal(
    'AnalyserNode',
    class {
      fftSize = 32;
      getFloatTimeDomainData = (samples: Float32Array) => void samples.fill(level);
    },
  );
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init = {}) => {
    posted.push({ url: String(url), init });
    return Response.json({ text: 'We had a bakery.', next: 1 });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const dictation = (heard: (words: string) => void = () => {}) =>
  renderHook(() => useTakeDictation('c1', heard)).result;

/** Speaks for a second and pauses, which ends a take. */
async function speak() {
  for (const loudness of [0, 0.5, 0]) {
    level = loudness;
    await act(() => vi.advanceTimersByTimeAsync(1_500));
  }
}

describe('Dictation by the server', () => {
  test('that is stopped while the browser asks for the permission opens no microphone and posts nothing', async () => {
    const result = dictation();
    act(() => result.current.start());
    act(() => result.current.stop());
    asked[0]?.grant();
    await speak();
    expect(asked.map(({ isOn }) => isOn())).toEqual([false]);
    expect(posted).toEqual([]);
    expect(result.current).toMatchObject({ listening: false, pending: false, problem: null });
  });

  test('that is started again while the first permission is awaited listens once', async () => {
    const heard = vi.fn();
    const result = dictation(heard);
    act(() => result.current.start());
    act(() => result.current.stop());
    act(() => result.current.start());
    for (const { grant } of asked) grant();
    await speak();
    expect(asked.map(({ isOn }) => isOn())).toEqual([false, true]);
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['We had a bakery.']]));
  });

  test('that is started twice at once drops the first microphone', async () => {
    const result = dictation();
    const { start } = result.current;
    act(() => start());
    asked[0]?.grant();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(asked[0]?.isOn()).toBe(true);
    act(() => start());
    asked[1]?.grant();
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(asked.map(({ isOn }) => isOn())).toEqual([false, true]);
  });

  test('and the recording send to the API on another origin, with the session in its header', async () => {
    localStorage.setItem('better-auth_cookie', JSON.stringify({ a: { value: '1', expires: null } }));
    const result = dictation();
    act(() => result.current.start());
    asked[0]?.grant();
    await speak();
    await vi.waitFor(() => expect(posted).toHaveLength(1));
    act(() => result.current.cut());
    void recorderOf('c1').start();
    asked[1]?.grant();
    await vi.advanceTimersByTimeAsync(0);
    void recorderOf('c1').stop();
    await vi.waitFor(() => expect(posted).toHaveLength(2));
    expect(posted.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
      `${api}/media/dictation/c1`,
      `${api}/media/recording/c1`,
    ]);
    for (const { init } of posted) {
      expect(new Headers(init.headers).get('better-auth-cookie')).toBe('a=1');
      expect(init.credentials).toBe('omit');
    }
  });
});
