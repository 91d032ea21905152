import './schema/card.ts';
import './schema/changes.ts';
import './schema/chapter.ts';
import './schema/sentence.ts';
import './schema/asking.ts';
import './schema/story-drafts.ts';
import './schema/live.ts';
import './schema/editing.ts';
