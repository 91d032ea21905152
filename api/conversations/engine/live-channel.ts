import type { Channel as LiveChannel } from '#api/conversations/interviewer/request.ts';
import type { Channel } from '#api/generated/prisma/enums.ts';

/** The channel on which somebody is talked with. An old recording, when its turns are tried out, counts as a talk. */
export function liveChannel(channel: Channel): LiveChannel {
  return channel === 'RECORDING' ? 'WEB' : channel;
}
