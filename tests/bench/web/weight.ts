import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';

const dist = 'web/dist';

/** The pages to weigh, and the files and chunks that the browser needs before it can show them. */
export const pages = {
  '/': ['begin', 'frame', 'cover/home.route.tsx'],
  '/dashboard/:subjectId/': ['begin', 'frame', 'house', 'subjects/dashboard.route.tsx'],
};

/** The maximum size of each page's scripts, in kB (gzip). */
export const goals: Record<keyof typeof pages, number> = { '/': 110, '/dashboard/:subjectId/': 170 };

export type Weight = { file: string; bytes: number };

/** The built scripts of a page, each once, with its gzip size. */
export function weightsOf(page: keyof typeof pages): Weight[] {
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const files = new Set<string>();
  const visit = (name: string) => {
    const isIt = (key: string) => key === name || (key.startsWith(`_${name}-`) && key.endsWith('.js'));
    const key = Object.keys(manifest).find(isIt);
    const chunk = key && manifest[key];
    if (!chunk) throw new Error(`${name} is not in the build`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  pages[page].forEach(visit);
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file,
      bytes: gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
    }));
}

/** The total size in kB, where 1 kB is 1000 bytes, as in Vite's output. */
export function weightOf(page: keyof typeof pages): number {
  return weightsOf(page).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
