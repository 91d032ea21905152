import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { website } from '#api/http/website.ts';

test('A file of the web app that is gone, as by a build beneath a server that runs, breaks off its own answer alone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'website-'));
  mkdirSync(path.join(folder, 'assets'));
  for (const file of ['app.html', 'assets/gone.js', 'assets/here.js'])
    writeFileSync(path.join(folder, file), file);
  const server = createServer(website(folder)).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = (file: string) => fetch(`${origin}/assets/${file}`).then((answer) => answer.text());
  expect(await read('gone.js')).toBe('assets/gone.js');

  rmSync(path.join(folder, 'assets/gone.js'));

  await expect(read('gone.js')).rejects.toThrow();
  expect(await read('here.js')).toBe('assets/here.js');
});
