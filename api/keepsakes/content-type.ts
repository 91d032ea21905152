import type { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { heifCodec } from '#api/platform/pictures/heif-codec.ts';
import { FileTooLarge, NotAKeepsake } from './errors.ts';

const MB = 1024 * 1024;

/** The sort of a file by its content. */
export type FileSort = 'photo' | 'audio' | 'video' | 'document';

/** The maximum size of each sort. */
const mostBytes: Record<FileSort, number> = {
  photo: 25 * MB,
  audio: 200 * MB,
  video: 500 * MB,
  document: 50 * MB,
};

/** The maximum size of any file. */
export const mostBytesOfAny = Math.max(...Object.values(mostBytes));

/** The number of first bytes needed to detect the type. */
export const headBytes = 4_096;

/** The kinds a family can choose for each sort; the first one is the default. */
export const kindsOf: Record<FileSort, readonly KeepsakeKind[]> = {
  photo: ['PHOTO', 'LETTER', 'RECIPE', 'DOCUMENT', 'OBJECT'],
  audio: ['RECORDING'],
  video: ['VIDEO'],
  document: ['DOCUMENT', 'LETTER', 'RECIPE'],
};

type Detected = { sort: FileSort; contentType: string };

/** Tests the first bytes of a file; each byte is a character. */
type Beginning = (head: string) => boolean;

const begins =
  (...beginnings: string[]): Beginning =>
  (head) =>
    beginnings.some((beginning) => head.startsWith(beginning));
const riff =
  (format: string): Beginning =>
  (head) =>
    head.startsWith('RIFF') && head.startsWith(format, 8);
/** A file of ISO base media of one of these brands. */
const brand =
  (...brands: string[]): Beginning =>
  (head) =>
    head.startsWith('ftyp', 4) && brands.some((each) => head.startsWith(each, 8));

const signatures: readonly [Beginning, FileSort, string][] = [
  [begins('\xff\xd8\xff'), 'photo', 'image/jpeg'],
  [begins('\x89PNG\r\n\x1a\n'), 'photo', 'image/png'],
  [begins('GIF87a', 'GIF89a'), 'photo', 'image/gif'],
  [riff('WEBP'), 'photo', 'image/webp'],
  [riff('WAVE'), 'audio', 'audio/wav'],
  [begins('fLaC'), 'audio', 'audio/flac'],
  [(head) => head.startsWith('OggS') && /OpusHead|vorbis|FLAC|Speex/.test(head), 'audio', 'audio/ogg'],
  [brand('M4A ', 'M4B '), 'audio', 'audio/mp4'],
  [brand('qt  '), 'video', 'video/quicktime'],
  [brand('iso', 'mp4', 'avc1', 'M4V', 'MSNV', '3gp', 'dash', 'f4v'), 'video', 'video/mp4'],
  [begins('ID3', ...bytes(0xe2, 0xe3, 0xf2, 0xf3, 0xfa, 0xfb)), 'audio', 'audio/mpeg'],
  [begins(...bytes(0xf0, 0xf1, 0xf8, 0xf9)), 'audio', 'audio/aac'],
  [begins('%PDF-'), 'document', 'application/pdf'],
];

/** The first two bytes of an audio frame. */
function bytes(...seconds: number[]): string[] {
  return seconds.map((second) => String.fromCharCode(0xff, second));
}

const isMatroska = begins('\x1aE\xdf\xa3');

/** Detects a file's type by its first bytes, regardless of its name. Throws `NotAKeepsake` for unsupported ones. */
export function detectContent(head: Buffer): Detected {
  const codec = heifCodec(head);
  if (codec) return { sort: 'photo', contentType: codec === 'HEVC' ? 'image/heic' : 'image/avif' };
  const text = head.toString('latin1');
  for (const [signature, sort, contentType] of signatures) {
    if (signature(text)) return { sort, contentType };
  }
  if (isMatroska(text) && text.includes('webm')) {
    const isVideo = /V_(VP8|VP9|AV1|MPEG)/.test(text);
    return isVideo
      ? { sort: 'video', contentType: 'video/webm' }
      : { sort: 'audio', contentType: 'audio/webm' };
  }
  throw new NotAKeepsake(
    'Photos (JPEG, HEIC, PNG, WebP, GIF, AVIF), recordings (MP3, M4A, WAV, OGG, FLAC, WebM), films (MP4, MOV, WebM) and PDFs are taken',
  );
}

const names: Record<FileSort, string> = {
  photo: 'photo',
  audio: 'recording',
  video: 'film',
  document: 'document',
};

/** Throws `FileTooLarge` for a file beyond the maximum of its sort. */
export function refuseTooLarge(sort: FileSort, bytes: number): void {
  if (bytes <= mostBytes[sort]) return;
  throw new FileTooLarge(`A ${names[sort]} may have ${mostBytes[sort] / MB} MB at most`);
}

/** The chosen kind, if the file's sort allows it; else the default. */
export function kindFor(sort: FileSort, said: KeepsakeKind | null | undefined): KeepsakeKind {
  const [first = 'PHOTO'] = kindsOf[sort];
  if (!said) return first;
  if (kindsOf[sort].includes(said)) return said;
  throw new InvalidInput([{ path: 'kind', message: `must be one of ${kindsOf[sort].join(', ')}` }]);
}
