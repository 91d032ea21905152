export type Channel = 'PHONE' | 'SMS' | 'WEB';

/**
 * What a turn of the interviewer does.
 * OPEN greets and asks; ASK begins something new; FOLLOW_UP stays with what was said; COMFORT offers a pause
 * and a choice; CRISIS says where help is; CONFIRM_… asks once what was meant: to stop for today or for good, to keep
 * words private, to be in danger, to take back a consent; REPEAT says the question again; WAIT gives time; REASSURE
 * says who we are, or what was done; CLOSE is the last turn of a conversation.
 */
export type TurnKind =
  | 'OPEN'
  | 'ASK'
  | 'FOLLOW_UP'
  | 'COMFORT'
  | 'CRISIS'
  | 'CONFIRM_STOP'
  | 'CONFIRM_PRIVATE'
  | 'CONFIRM_SAFE'
  | 'CONFIRM_WITHDRAWAL'
  | 'REPEAT'
  | 'WAIT'
  | 'REASSURE'
  | 'CLOSE';

/** One turn of this conversation as it is stored. */
export interface HistoryTurn {
  role: 'user' | 'assistant';
  /** Null where the words are withheld from whoever gets this request. */
  text: string | null;
  /** Of a person's turn: what of it tells; wishes, asides and words of distress are never said back. */
  told?: string | null;
  private: boolean;
  /** Of an assistant turn: its plan's kind, if it was stored. */
  kind?: TurnKind | null;
  questionKey?: string | null;
  requestId?: string | null;
}
