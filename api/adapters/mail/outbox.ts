import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { log } from '#api/platform/log.ts';
import { messageOf } from './message.ts';
import type { Mail, MailPort } from './port.ts';

const from = 'Evertold <evertold@localhost>';

/**
 * Keeps letters as files that only the server's user may read: the default where no mail server is set. The
 * log names the file, never an address or a link.
 */
export function outboxMail(folder: string): MailPort {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = fileName(mail);
      // Written beside its place and renamed, so that nobody ever reads half a letter.
      const writing = path.join(folder, `${name}.${randomUUID()}.part`);
      try {
        await writeFile(writing, message as Buffer, { mode: 0o600, flush: true });
        await rename(writing, path.join(folder, name));
      } catch (error) {
        await rm(writing, { force: true });
        throw error;
      }
      log.info({ file: name }, 'mail is in the outbox');
    },
    async eraseBefore(time) {
      const until = stamp(time);
      for (const name of await readdir(folder).catch(() => [])) {
        if (/^\d{8}T\d{9}Z-/.test(name) && name < until) await rm(path.join(folder, name), { force: true });
      }
    },
    async close() {
      composer.close();
    },
  };
}

/** Sorts by time; the same letter again takes the same name. */
function fileName({ at, kind, id }: Mail): string {
  return `${stamp(at)}-${kind.replace(/[^a-z0-9-]/g, '')}-${id.replace(/[^A-Za-z0-9-]/g, '')}.eml`;
}

function stamp(time: Date): string {
  return time.toISOString().replace(/[-:.]/g, '');
}
