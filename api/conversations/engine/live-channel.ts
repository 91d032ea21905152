import type { Channel as LiveChannel } from '#api/conversations/interviewer/request.ts';
import type { Channel } from '#api/generated/prisma/enums.ts';

/**
 * The channel of a conversation for the interviewer. An old recording counts as a talk in the browser when its turns are
 * replayed.
 */
export function liveChannel(channel: Channel): LiveChannel {
  return channel === 'RECORDING' ? 'WEB' : channel;
}
