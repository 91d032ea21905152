import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { signUp } from './client.ts';

/** Creates an account and opens the verification link from the mail in the server's outbox. */
export async function aFreshAccount(base: string, name: string, dataDir: string, unique: string) {
  const account = { email: `replay-${unique}@example.com`, password: `replay ${unique}` };
  await signUp(base, name, account.email, account.password);
  const link = await linkInMailTo(account.email, path.join(dataDir, 'outbox'));
  const answer = await fetch(link, { redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`The verification link answered ${answer.status}`);
  return account;
}

async function linkInMailTo(email: string, outbox: string): Promise<string> {
  for (let tries = 0; tries < 120; tries++) {
    for (const file of existsSync(outbox) ? readdirSync(outbox) : []) {
      if (!file.endsWith('.eml')) continue;
      const mail = await PostalMime.parse(readFileSync(path.join(outbox, file)));
      if (!mail.to?.some((to) => to.address === email)) continue;
      const link = mail.text?.match(/https?:\/\/\S*verify-email\S*/)?.[0];
      if (link) return link;
    }
    await sleep(250);
  }
  throw new Error(`No verification mail in ${outbox}; is --data-dir the server's DATA_DIR?`);
}
