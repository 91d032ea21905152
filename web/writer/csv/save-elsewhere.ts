import { apiFetch } from '#web/app/api-fetch.ts';
import { notify } from '#web/app/notify.ts';

/** Fetches a file of an API on another origin and saves it. */
export async function saveFetched(href: string, name: string): Promise<void> {
  void notify('loading', 'Reading the list', { id: name, stays: true });
  try {
    const response = await apiFetch(href);
    if (!response.ok) throw new Error(`status ${response.status}`);
    const url = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    void notify('success', 'The file is saved', { id: name });
  } catch {
    void notify('error', 'No file', { id: name, body: 'Nothing was saved: try again.' });
  }
}
