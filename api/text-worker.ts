import { serveTextTasks } from './platform/text-workers/thread.ts';
import { textTasks } from './text-tasks.ts';

serveTextTasks(textTasks);
