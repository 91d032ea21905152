/** The brands of pictures that iPhones take, with their sequences. */
const heicBrands = /^(hei[cxms]|hev[cxms])$/;
const avifBrands = /^avi[fs]$/;
/** Brands of the container alone, which leave the codec to the other brands. */
const containerBrands = /^(mif1|msf1)$/;

/** The codec of a HEIF picture (HEIC or AVIF) by the first bytes of its file; null for other files. */
export function heifCodec(content: Uint8Array): 'HEVC' | 'AV1' | null {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 1_024));
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const main = head.toString('latin1', 8, 12);
  if (heicBrands.test(main)) return 'HEVC';
  if (avifBrands.test(main)) return 'AV1';
  if (!containerBrands.test(main)) return null;
  const others = head.toString('latin1', 16, head.readUInt32BE()).match(/.{4}/gs) ?? [];
  return others.some((brand) => avifBrands.test(brand)) ? 'AV1' : 'HEVC';
}
