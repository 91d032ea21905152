import { readFileSync } from 'node:fs';
import { fromApart } from '../apart.ts';
import { toTiff } from './tiff.ts';

/** The functions of libheif that are used here, on addresses in its own memory. */
type Libheif = {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_set_maximum_image_size_limit(context: number, side: number): void;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    content: number,
    bytes: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
};

const wasmBinary = readFileSync(fromApart.resolve('libheif-js/libheif-wasm/libheif.wasm'));
const startLibheif = fromApart('libheif-js/libheif-wasm/libheif.js') as (options: {
  wasmBinary: Uint8Array;
}) => Libheif;

/** From libheif's headers. */
const colorspaceRgb = 1;
const chromaInterleaved = { 3: 10, 4: 11 } as const;
const channelInterleaved = 10;
const errorBytes = 12;

/** Cameras write much smaller color profiles. */
const mostProfileBytes = 1024 * 1024;

/**
 * The primary picture of a HEIC file as a TIFF that sharp reads: upright, because its rotation belongs to the
 * container and libheif applies it, and without its EXIF, whose orientation would turn it once more. Every picture gets
 * a library with a memory of its own, so that a file made to break it meets no other picture. Throws when the file is
 * broken. Call it only in the picture process.
 */
export function decodeHeic(content: Uint8Array, maxPixels: number): Buffer | 'TOO_MANY_PIXELS' {
  const heif = startLibheif({ wasmBinary });
  const error = heif._malloc(errorBytes);
  const answer = heif._malloc(4);
  const read = (address: number) => heif.HEAPU32[address / 4] ?? 0;
  const check = () => {
    if (read(error) !== 0) throw new Error(`libheif: error ${read(error)}.${read(error + 4)}`);
  };

  const context = heif._heif_context_alloc();
  heif._heif_context_read_from_memory_without_copy(error, context, put(heif, content), content.length, 0);
  check();
  heif._heif_context_get_primary_image_handle(error, context, answer);
  check();
  const handle = read(answer);
  const claimed = heif._heif_image_handle_get_width(handle) * heif._heif_image_handle_get_height(handle);
  if (claimed > maxPixels) return 'TOO_MANY_PIXELS';
  // The file may claim a smaller picture than it holds.
  heif._heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(maxPixels)));
  const samples = heif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  heif._heif_decode_image(error, handle, answer, colorspaceRgb, chromaInterleaved[samples], 0);
  check();
  const image = read(answer);
  const width = heif._heif_image_get_width(image, channelInterleaved);
  const height = heif._heif_image_get_height(image, channelInterleaved);
  const plane = heif._heif_image_get_plane_readonly(image, channelInterleaved, answer);
  const stride = read(answer);
  const profile = readProfile(heif, handle, error);
  if (!plane || width < 1 || height < 1 || width * height > maxPixels) throw new Error('libheif: no pixels');
  return toTiff({ width, height, samples, profile }, (row, y) => {
    const start = plane + y * stride;
    row.set(heif.HEAPU8.subarray(start, start + row.length));
  });
}

/** Copies bytes into the memory of the library, and returns their address. */
function put(heif: Libheif, bytes: Uint8Array): number {
  const address = heif._malloc(bytes.length);
  heif.HEAPU8.set(bytes, address);
  return address;
}

function readProfile(heif: Libheif, handle: number, error: number): Uint8Array | null {
  const bytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (bytes < 1 || bytes > mostProfileBytes) return null;
  const address = heif._malloc(bytes);
  heif._heif_image_handle_get_raw_color_profile(error, handle, address);
  return heif.HEAPU8.slice(address, address + bytes);
}
