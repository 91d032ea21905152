import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** A small separate disk that can be filled to the last byte. */
export type Volume = {
  fill: () => void;
  makeRoom: () => void;
  close: () => void;
};

/** Mounts a disk at an existing folder; null when mounting is not allowed. */
export function aVolume(folder: string, megabytes: number): Volume | null {
  const options = `size=${megabytes}m,mode=711`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null;
  chmodSync(folder, 0o711);
  const filler = path.join(folder, 'filler');
  return {
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) writeWhileItFits(file, size);
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    // A lazy unmount also works while a late process still has files open.
    close: () => void spawnSync('umount', ['--lazy', folder]),
  };
}

function writeWhileItFits(file: number, size: number) {
  const part = Buffer.alloc(size, 1);
  try {
    for (;;) writeSync(file, part);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}
