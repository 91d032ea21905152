import type { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import { FileTooLarge, NotAKeepsake } from './errors.ts';

const MB = 1024 * 1024;

/** What a file is by its content. */
export type FileSort = 'photo' | 'audio' | 'video' | 'document';

/** How large a file of each sort may be. */
export const mostBytes: Record<FileSort, number> = {
  photo: 25 * MB,
  audio: 200 * MB,
  video: 500 * MB,
  document: 50 * MB,
};

/** No file is larger. */
export const mostBytesOfAny = Math.max(...Object.values(mostBytes));

/** How much of the beginning of a file tells what it is. */
export const headBytes = 4_096;

/** What a file of each sort can be to the family; the first one is taken where nobody says. */
export const kindsOf: Record<FileSort, readonly KeepsakeKind[]> = {
  photo: ['PHOTO', 'LETTER', 'RECIPE', 'DOCUMENT', 'OBJECT'],
  audio: ['RECORDING'],
  video: ['VIDEO'],
  document: ['DOCUMENT', 'LETTER', 'RECIPE'],
};

type Detected = { sort: FileSort; contentType: string };

const signatures: readonly [RegExp, FileSort, string][] = [
  [/^\xff\xd8\xff/, 'photo', 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'photo', 'image/png'],
  [/^GIF8[79]a/, 'photo', 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'photo', 'image/webp'],
  [/^[^]{4}ftyp(avif|avis)/, 'photo', 'image/avif'],
  [/^RIFF[^]{4}WAVE/, 'audio', 'audio/wav'],
  [/^fLaC/, 'audio', 'audio/flac'],
  [/^OggS[^]{24,512}(OpusHead|\x01vorbis|\x7fFLAC|Speex)/, 'audio', 'audio/ogg'],
  [/^[^]{4}ftypM4[AB] /, 'audio', 'audio/mp4'],
  [/^[^]{4}ftypqt/, 'video', 'video/quicktime'],
  [/^[^]{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V|MSNV|3gp|dash|f4v)/, 'video', 'video/mp4'],
  [/^ID3/, 'audio', 'audio/mpeg'],
  [/^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/, 'audio', 'audio/mpeg'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'audio', 'audio/aac'],
  [/^%PDF-/, 'document', 'application/pdf'],
];

const isHeic = /^[^]{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/;
const isMatroska = /^\x1a\x45\xdf\xa3/;

/** Tells what a file is by its first bytes, whatever it is called. Throws `NotAKeepsake` for all others. */
export function detectContent(head: Buffer): Detected {
  const text = head.toString('latin1');
  for (const [signature, sort, contentType] of signatures) {
    if (signature.test(text)) return { sort, contentType };
  }
  if (isMatroska.test(text) && text.includes('webm')) {
    const isVideo = /V_(VP8|VP9|AV1|MPEG)/.test(text);
    return isVideo
      ? { sort: 'video', contentType: 'video/webm' }
      : { sort: 'audio', contentType: 'audio/webm' };
  }
  if (isHeic.test(text)) {
    throw new NotAKeepsake('This is a HEIC picture, which can’t be read here: save it as a JPEG');
  }
  throw new NotAKeepsake(
    'Photos (JPEG, PNG, WebP, GIF, AVIF), recordings (MP3, M4A, WAV, OGG, FLAC, WebM), films (MP4, MOV, WebM) and PDFs are taken',
  );
}

const names: Record<FileSort, string> = {
  photo: 'photo',
  audio: 'recording',
  video: 'film',
  document: 'document',
};

/** Throws `FileTooLarge` for a file that is larger than its sort may be. */
export function refuseTooLarge(sort: FileSort, bytes: number): void {
  if (bytes <= mostBytes[sort]) return;
  throw new FileTooLarge(`A ${names[sort]} may have ${mostBytes[sort] / MB} MB at most`);
}
