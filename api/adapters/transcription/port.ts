/** A sound to transcribe; it has at most `TranscriptionPort.mostBytes`. */
export type SoundToTranscribe = {
  content: Uint8Array;
  /** Its content type: audio/webm, audio/mp4 or audio/mpeg. */
  mediaType: string;
  /** The language that is spoken, in ISO 639-1; null when it is not known. */
  language: string | null;
  /** Whether the time of each word is asked for, too, which takes a service longer. */
  wordTimes?: boolean;
};

/** Words with their times in milliseconds from the start of the sound. */
export type TranscribedSegment = { startMs: number; endMs: number; text: string };

/** All words of a sound, and the times of its sentences and of single words where the service gives them. */
export type Transcription = {
  text: string;
  segments: TranscribedSegment[] | null;
  words: TranscribedSegment[] | null;
};

/** The service does not accept this sound, or is misconfigured: trying again does not help. */
export class TranscriptionRefused extends Error {
  override name = 'TranscriptionRefused';
}

/** Turns speech into text. */
export interface TranscriptionPort {
  /** The size limit of one sound. */
  mostBytes: number;
  /**
   * Transcribes a sound. Rejects with `TranscriptionRefused` when trying again can't help, and with another error when
   * it may.
   */
  transcribe(sound: SoundToTranscribe, signal: AbortSignal): Promise<Transcription>;
}
