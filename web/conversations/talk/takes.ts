/** The events of a microphone that is listened to. */
export interface TakeEvents {
  /** A take that contains speech. */
  onTake: (sound: Blob) => void;
  /** Speech was heard in the take that is being recorded. */
  onSpeech: () => void;
  onProblem: (problem: string) => void;
}

export interface Takes {
  /** Ends listening; the take that is being recorded is delivered. */
  stop(): Promise<void>;
  /** Ends listening and drops the take that is being recorded. */
  drop(): void;
}

const mediaTypes = ['audio/webm;codecs=opus', 'audio/mp4'];
const checkEachMs = 100;
/** A pause of this length ends a take. */
const pauseMs = 900;
/** A take without speech is begun again. */
const emptyMs = 10_000;
/** Long speech is cut at a short gap, and without one at `longestMs`. */
const [longMs, gapMs, longestMs] = [18_000, 200, 25_000];
/** Speech is at least so loud, and so much louder than the background; 1 is the loudest. */
const [leastLevel, aboveBackground] = [0.008, 3];
const leastSpeechMs = 200;

function mediaType(): string | undefined {
  if (typeof MediaRecorder === 'undefined' || typeof AudioContext === 'undefined') return undefined;
  return mediaTypes.find((type) => MediaRecorder.isTypeSupported(type));
}

/** Whether this browser can record takes. */
export function canTake(): boolean {
  return mediaType() !== undefined && !!navigator.mediaDevices;
}

interface Take {
  media: MediaRecorder;
  begunAt: number;
  speechMs: number;
  quietMs: number;
  isDropped: boolean;
  /** Resolves when its sound was delivered or dropped. */
  ended: Promise<void>;
}

/** Listens to the microphone and delivers what is said in short takes, cut at pauses. Null when it may not. */
export async function openTakes({ onTake, onSpeech, onProblem }: TakeEvents): Promise<Takes | null> {
  const mimeType = mediaType();
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true };
  const stream = await navigator.mediaDevices.getUserMedia({ audio }).catch(() => null);
  if (!stream || !mimeType) {
    onProblem('The microphone is not allowed here. You can type instead.');
    return null;
  }
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let background = leastLevel;
  let take = begin();
  const timer = setInterval(listen, checkEachMs);

  function begin(): Take {
    const media = new MediaRecorder(stream as MediaStream, {
      mimeType: mimeType ?? '',
      audioBitsPerSecond: 32_000,
    });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun: Take = { media, begunAt: Date.now(), speechMs: 0, quietMs: 0, isDropped: false, ended };
    media.ondataavailable = ({ data }) => {
      if (!begun.isDropped && begun.speechMs >= leastSpeechMs && data.size > 0) onTake(data);
    };
    media.onstop = () => end();
    media.onerror = () => {
      onProblem('The microphone failed. You can type instead.');
      close(true);
    };
    media.start();
    return begun;
  }

  function listen(): void {
    analyser.getFloatTimeDomainData(samples);
    const level = Math.sqrt(samples.reduce((sum, each) => sum + each * each, 0) / samples.length);
    background = Math.min(level, background * 1.005 + 0.000_01);
    const isSpeech = level > Math.max(leastLevel, background * aboveBackground);
    take.quietMs = isSpeech ? 0 : take.quietMs + checkEachMs;
    if (isSpeech) {
      take.speechMs += checkEachMs;
      if (take.speechMs === leastSpeechMs) onSpeech();
    }
    const lastsMs = Date.now() - take.begunAt;
    const hasSpeech = take.speechMs >= leastSpeechMs;
    const isOver = hasSpeech
      ? take.quietMs >= pauseMs || (lastsMs >= longMs && take.quietMs >= gapMs) || lastsMs >= longestMs
      : lastsMs >= emptyMs && !isSpeech;
    if (!isOver) return;
    const { media } = take;
    // The next take begins before this one ends, so that no sound between them is lost.
    take = begin();
    media.stop();
  }

  function close(drops: boolean): Promise<void> {
    clearInterval(timer);
    take.isDropped ||= drops;
    if (take.media.state !== 'inactive') take.media.stop();
    for (const track of (stream as MediaStream).getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
    return take.ended;
  }

  return { stop: () => close(false), drop: () => void close(true) };
}
