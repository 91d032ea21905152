export type Channel = 'PHONE' | 'SMS' | 'WEB';

/**
 * What a turn of the interviewer does. OPEN greets and asks; ASK starts a new subject; FOLLOW_UP stays with
 * what was said; COMFORT offers a pause and a choice; CRISIS says where to get help; CONFIRM_… asks once
 * what the person meant: whether to stop for today or for good, to keep words private, who may read them, whether they are in
 * danger, to withdraw a consent; CONFIRM_RECORDING asks whether a call may be recorded; CONFIRM_BY_VOICE asks
 * for that yes once more, now that it is recorded; REPEAT repeats the
 * question; WAIT gives time; REASSURE says who we are, or what was done; CLOSE ends a conversation.
 */
export type TurnKind =
  | 'OPEN'
  | 'ASK'
  | 'FOLLOW_UP'
  | 'COMFORT'
  | 'CRISIS'
  | 'CONFIRM_STOP'
  | 'CONFIRM_PRIVATE'
  | 'CONFIRM_AUDIENCE'
  | 'CONFIRM_SAFE'
  | 'CONFIRM_WITHDRAWAL'
  | 'CONFIRM_RECORDING'
  | 'CONFIRM_BY_VOICE'
  | 'REPEAT'
  | 'WAIT'
  | 'REASSURE'
  | 'CLOSE';

/** One turn of this conversation as it is stored. */
export interface HistoryTurn {
  role: 'user' | 'assistant';
  /** Null where the words are withheld from the reader of this request. */
  text: string | null;
  /**
   * In a person's turn, the part that tells a story. Wishes, asides and words of distress are never
   * repeated back.
   */
  told?: string | null;
  private: boolean;
  /** In an assistant's turn, the kind of its plan, if it was stored. */
  kind?: TurnKind | null;
  questionKey?: string | null;
  requestId?: string | null;
}
