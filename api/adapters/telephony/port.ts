import type { SignedRequest } from '#api/platform/webhook.ts';

/** A call to place. */
export type Dialling = {
  /** E.164. */
  to: string;
  /** The address at which the provider asks what to do when somebody picks up. */
  voiceUrl: string;
  /** The address to which it reports the call's state. */
  statusUrl: string;
  /** When the call was first requested: a call placed since then is this one. */
  since: Date;
  /** Whether it was requested before, so that it may already ring. */
  again: boolean;
};

/** A request to record a live call. */
export type RecordingRequest = {
  /** The provider's id of the call. */
  callId: string;
  /** The address to which the provider reports the recording's state. */
  statusUrl: string;
  /** Whether it was requested before; the recording may then be running already. */
  again: boolean;
};

/** The state of a recording at the provider. */
export type RecordingState = { isComplete: boolean; durationSeconds: number | null };

/** The download of a finished recording. */
export type RecordingDownload = {
  /** The content type that the provider sends. */
  mediaType: string;
  /** The size in bytes that the provider announces, if any. */
  size: number | null;
  content: AsyncIterable<Uint8Array>;
};

/** A voice of the phone service, which speaks our words on calls. */
export type CallVoice = {
  /** The service that makes the voice, as the phone service names it. */
  provider: string;
  /** The name by which the phone service is asked for it. */
  name: string;
  /** The same where the phone service says words outside of a conversation. */
  nameToSay: string;
  /** The language that it speaks, as in `Subject.language`. */
  language: string;
  /** A name and a description, for the family that chooses. */
  description: string;
};

/** Places calls. */
export interface TelephonyPort {
  kind: 'twilio' | 'loopback' | 'none';
  /** Whether real phones can be called. */
  dials: boolean;
  /** Whether calls can be tried with the browser as the phone. */
  hasBrowserPhone: boolean;
  /** The number that calls come from. */
  number: string | null;
  /** The voices that calls can have; the browser's phone speaks with the browser's own. */
  voices: readonly CallVoice[];
  /** The account to which the provider's requests belong. */
  accountId: string | null;
  /** The price of a call per minute; null when it is not known. */
  usdPerMinute: number | null;
  /** Places the call and returns the provider's id; rejects with `CallRefused` when the call can never be placed. */
  dial(call: Dialling): Promise<string>;
  /** The provider's id of a call that it placed to a number since a moment; null when it placed none. */
  placedSince(call: Pick<Dialling, 'to' | 'since'>): Promise<string | null>;
  /** Ends a ringing or live call; does nothing for a call that is over. */
  hangUp(providerId: string): Promise<void>;
  /**
   * Records a live call, each side in a channel of its own, and returns the provider's id of the recording; null when
   * the call is over.
   */
  startRecording(recording: RecordingRequest): Promise<string | null>;
  /** The provider's ids of all recordings of a call. */
  recordingsOf(callId: string): Promise<string[]>;
  /** The state of a recording; null when the provider has none. */
  recordingState(id: string): Promise<RecordingState | null>;
  /** Downloads a finished recording as WAV; null when the provider has none. */
  openRecording(id: string, signal: AbortSignal): Promise<RecordingDownload | null>;
  /** Ends a recording if it still runs, and deletes it; does nothing for one that does not exist. */
  removeRecording(recording: { callId: string; id: string }): Promise<void>;
  /** Whether a request was signed by the provider. */
  isProviders(request: SignedRequest): boolean;
}

/** The call can never be placed: the phone does not exist or may not be called. */
export class CallRefused extends Error {
  override name = 'CallRefused';
}
