import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { outboxMail } from '#api/adapters/mail/outbox.ts';
import { MailRefused } from '#api/adapters/mail/port.ts';
import { smtpMail } from '#api/adapters/mail/smtp.ts';
import { letter, mailContract } from './mail.contract.ts';

const aFolder = () => path.join(mkdtempSync(path.join(inject('scratch'), 'mail-')), 'outbox');

function filesIn(folder: string) {
  return readdirSync(folder).sort();
}

describe('The outbox', () => {
  mailContract(async () => {
    const folder = aFolder();
    return {
      mail: outboxMail(folder),
      letters: () =>
        Promise.all(filesIn(folder).map((name) => PostalMime.parse(readFileSync(path.join(folder, name))))),
    };
  });

  test('keeps letters where only the server’s user reads them, under names that tell nothing of anybody', async () => {
    const folder = aFolder();
    await outboxMail(folder).send(letter);
    const [name = ''] = filesIn(folder);
    expect(name).toBe(`20261105T104200000Z-invitation-${letter.id}.eml`);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });

  test('has a letter that is sent again once', async () => {
    const folder = aFolder();
    const mail = outboxMail(folder);
    await Promise.all([mail.send(letter), mail.send(letter)]);
    expect(filesIn(folder)).toHaveLength(1);
  });

  test('erases what is older, and nothing else', async () => {
    const folder = aFolder();
    const mail = outboxMail(folder);
    await mail.send(letter);
    await mail.send({ ...letter, id: 'newer', at: new Date('2026-12-05T10:42:00Z') });
    await mail.eraseBefore(new Date('2026-12-01T00:00:00Z'));
    expect(filesIn(folder)).toEqual(['20261205T104200000Z-invitation-newer.eml']);
    await expect(outboxMail(aFolder()).eraseBefore(new Date())).resolves.toBeUndefined();
  });
});

describe('A mail server', () => {
  mailContract(async () => {
    const { url, taken } = await aMailServer();
    return {
      mail: smtpMail({ url, from: 'Evertold <hello@evertold.test>' }),
      letters: () => Promise.all(taken.map((source) => PostalMime.parse(source))),
    };
  });

  test('that knows no such address refuses for good', async () => {
    const { url } = await aMailServer({
      onRcptTo: (_to, _session, done) => done(answer(550, 'no such user')),
    });
    await expect(mailThrough(url).send(letter)).rejects.toBeInstanceOf(MailRefused);
  });

  test('that refuses what the letter says refuses for good', async () => {
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done(answer(554, 'not wanted')));
    };
    const { url } = await aMailServer({ onData });
    await expect(mailThrough(url).send(letter)).rejects.toBeInstanceOf(MailRefused);
  });

  test.each([
    ['is busy', { onRcptTo: (_to, _session, done) => done(answer(451, 'try later')) } as SMTPServerOptions],
    ['does not know our password', { authOptional: false } as SMTPServerOptions],
  ])('that %s may be tried again', async (_what, options) => {
    const { url } = await aMailServer(options);
    const failure = await mailThrough(url)
      .send(letter)
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test('that is not there may be tried again', async () => {
    const { url, close } = await aMailServer();
    await close();
    const failure = await mailThrough(url)
      .send(letter)
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });
});

function mailThrough(url: string) {
  const mail = smtpMail({ url, from: 'Evertold <hello@evertold.test>' });
  onTestFinished(() => mail.close());
  return mail;
}

function answer(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode });
}

async function aMailServer(options: SMTPServerOptions = {}) {
  const taken: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let closed = false;
  const close = () =>
    new Promise<void>((resolve) => {
      if (closed) return resolve();
      closed = true;
      server.close(() => resolve());
    });
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, close };
}
