import './schema/conversation.ts';
import './schema/dictation.ts';
import './schema/entries.ts';
import './schema/message.ts';
import './schema/next-questions.ts';
import './schema/streams.ts';
