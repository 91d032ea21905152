import { socketUrl } from '#web/app/addresses.ts';

/** The events that the browser's phone sends to the screen. */
export type PhoneEvents = {
  /** A growing answer, and whether it is being spoken. */
  onAnswer: (text: string, speaking: boolean) => void;
  /** The connection closed, because the other side ended the call or it dropped. */
  onClosed: (ended: boolean) => void;
};

/** The keys that mean something in a call: 0 ends it, and * repeats the last answer. */
export type PhoneKey = '0' | '*';

export type BrowserPhone = {
  speak: (words: string) => void;
  /** The words heard so far of an utterance that goes on. */
  keepSpeaking: (words: string) => void;
  /** Interrupts the answer; the part heard so far counts. */
  interrupt: () => void;
  press: (key: PhoneKey) => void;
  close: () => void;
  /** Hangs up because the page is left; false if there is no open connection that could say so. */
  leave: () => boolean;
};

/** Tells the server that the page was left: it keeps the last words and ends the call. */
const pageLeft = 4001;

/**
 * Opens a phone in the browser: it sends the frames that a phone service sends, and reads answers aloud if it can.
 */
export function openPhone(
  path: string,
  callId: string,
  language: string,
  { onAnswer, onClosed }: PhoneEvents,
): BrowserPhone {
  const socket = new WebSocket(socketUrl(path));
  const voice = browserVoice();
  let answer = '';
  let whole = true;
  let heard = 0;
  let speaking = false;
  let ended = false;
  const send = (frame: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };

  socket.onopen = () => send({ type: 'setup', sessionId: callId, callSid: `browser:${callId}` });
  socket.onclose = () => {
    voice?.cancel();
    onClosed(ended);
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data)) as { type: string; token?: string; last?: boolean };
    if (frame.type === 'end') ended = true;
    if (frame.type !== 'text') return;
    answer = whole ? (frame.token ?? '') : answer + (frame.token ?? '');
    whole = !!frame.last;
    if (whole) sayAloud(answer);
    else onAnswer(answer, speaking);
  };

  function sayAloud(words: string) {
    voice?.cancel();
    heard = 0;
    // Some browsers load their voices late.
    if (!voice?.getVoices().length) return played(words);
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = language;
    utterance.rate = 0.95;
    utterance.onboundary = ({ charIndex }) => {
      heard = charIndex;
    };
    utterance.onend = () => {
      if (speaking && answer === words) played(words);
    };
    utterance.onerror = utterance.onend;
    speaking = true;
    onAnswer(words, true);
    send({ type: 'info', name: 'agentSpeaking', value: 'on' });
    voice.speak(utterance);
  }

  /** Reports that an answer was heard to its end, aloud or by reading. */
  function played(words: string) {
    speaking = false;
    onAnswer(words, false);
    send({ type: 'info', name: 'tokensPlayed', value: words });
    send({ type: 'info', name: 'agentSpeaking', value: 'off' });
  }

  function interrupt() {
    if (!speaking) return;
    speaking = false;
    voice?.cancel();
    const utteranceUntilInterrupt = answer.slice(0, heard).trim();
    send({ type: 'interrupt', utteranceUntilInterrupt });
    onAnswer(`${utteranceUntilInterrupt}…`, false);
  }

  return {
    interrupt,
    speak(words) {
      interrupt();
      send({ type: 'prompt', voicePrompt: words, lang: language, last: true });
    },
    keepSpeaking(words) {
      send({ type: 'prompt', voicePrompt: words, lang: language, last: false });
    },
    press(key) {
      // A key's answer replaces what is being said, as on a phone: it is no interruption.
      speaking = false;
      voice?.cancel();
      send({ type: 'dtmf', digit: key });
    },
    close() {
      socket.close(1000);
    },
    leave() {
      const isOpen = socket.readyState === WebSocket.OPEN;
      socket.close(isOpen ? pageLeft : 1000);
      return isOpen;
    },
  };
}

/** What speaks in the browser, if anything. Asked for once, it begins to load its voices. */
export function browserVoice(): SpeechSynthesis | null {
  if (typeof speechSynthesis === 'undefined') return null;
  speechSynthesis.getVoices();
  return speechSynthesis;
}
