import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { settled } from './axe.ts';
import { reach } from './hands.ts';
import { expect } from './test.ts';

/** Exports a book on its settings page, by keyboard; gives the file's name and the folder with its unpacked content. */
export async function exportedBook(page: Page, subjectId: string): Promise<{ name: string; folder: string }> {
  await page.goto(`/dashboard/${subjectId}/settings/`);
  await settled(page);
  await (await reach(page.getByRole('button', { name: 'Export everything' }))).press('Enter');
  const link = page.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible({ timeout: 90_000 });
  const pressed = reach(link).then((keyboard) => keyboard.press('Enter'));
  const [file] = await Promise.all([page.waitForEvent('download'), pressed]);
  const folder = mkdtempSync('/tmp/evertold-export-');
  execFileSync('python3', ['-m', 'zipfile', '-e', await file.path(), folder]);
  return { name: file.suggestedFilename(), folder };
}
