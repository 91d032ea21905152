import { expect, test } from 'vitest';
import { theAdmin, useServer } from '#tests/support/world.ts';

useServer();

test('The desk counts days in every known time zone and refuses unknown ones', async () => {
  const admin = await theAdmin();
  const desk = (timeZone: string) =>
    admin.ask('query ($zone: String) { desk(timeZone: $zone) { messagesPerDay { day } } }', {
      zone: timeZone,
    });

  for (const zone of ['UTC', 'America/Chicago', 'asia/tokyo', 'US/Pacific-New', 'Etc/GMT+5']) {
    expect((await desk(zone)).data?.desk.messagesPerDay, zone).toHaveLength(14);
  }
  for (const zone of ['Europe/Nowhere', '+05:30', '\0', 'posixrules', 'x'.repeat(9000)]) {
    expect((await desk(zone)).errors?.[0], zone).toMatchObject({
      message: 'timeZone: must be an IANA time zone',
      extensions: { code: 'BAD_REQUEST' },
    });
  }
});
