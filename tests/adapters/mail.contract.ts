import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import type { Mail, MailPort } from '#api/adapters/mail/port.ts';

export const letter: Mail = {
  id: '01a1f000-0000-7000-8000-000000000001',
  kind: 'invitation',
  at: new Date('2026-11-05T10:42:00.000Z'),
  to: 'teresa@evertold.test',
  subject: 'Alma’s book, für Teresa',
  html: '<p>Ask <a href="http://localhost/invite/x?a=1&amp;b=2">her</a> “why”</p>',
  text: 'Ask her “why”: http://localhost/invite/a-token-that-is-longer-than-a-line-of-mail-may-be-by-the-old-rules?a=1&b=2\n',
};

/** What every way of sending mail does: `letters` gives what was taken, in the order of its taking. */
export function mailContract(open: () => Promise<{ mail: MailPort; letters: () => Promise<Email[]> }>) {
  test('hands on who, what and when, word for word', async () => {
    const { mail, letters } = await open();
    await mail.send(letter);
    const [taken] = await letters();
    expect(taken?.to).toEqual([{ name: '', address: letter.to }]);
    expect(taken?.from?.name).toBe('Evertold');
    expect(taken?.subject).toBe(letter.subject);
    expect(taken?.html?.trim()).toBe(letter.html);
    expect(taken?.text?.trim()).toBe(letter.text.trim());
    expect(taken?.date).toBe(letter.at.toISOString());
    expect(taken?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    await mail.close();
  });

  test('gives a letter that is sent again the same Message-ID', async () => {
    const { mail, letters } = await open();
    await mail.send(letter);
    const [first] = await letters();
    await mail.send(letter);
    const again = (await letters()).at(-1);
    expect(first?.messageId).toContain(letter.id);
    expect(again?.messageId).toBe(first?.messageId);
    await mail.close();
  });

  test('sends to one address, whatever it looks like', async () => {
    const { mail, letters } = await open();
    const subject = 'One line\r\nBcc: eve@evertold.test';
    await mail.send({ ...letter, subject, to: 'teresa@evertold.test' });
    const [taken] = await letters();
    expect(taken?.bcc).toBeUndefined();
    expect(taken?.to).toHaveLength(1);
    await mail.close();
  });
}
