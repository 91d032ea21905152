/** The widths in which the server offers a picture. */
const widths = [480, 600, 720, 960, 1440];

/**
 * The CSS `sizes` of the picture of Today's first story, which is fetched before the script that shows it has loaded.
 */
export const leadSizes = '(max-width: 720px) 80vw, (max-width: 1100px) 100vw, 45rem';

/** A stored picture, as the API returns it. */
export interface Picture {
  url: string;
  width?: number | null;
  height?: number | null;
  /** A data address of the picture in a few pixels. */
  placeholder?: string | null;
}

/**
 * The attributes with which an `img` fetches a stored picture no larger than it is shown. `sizes` is the shown width in
 * CSS; it may be a little less for a phone, where the difference can't be seen. A picture of unknown width is fetched
 * in its original size.
 */
export function pictureSizes(
  { url, width, height }: Picture,
  sizes: string,
): { src: string; width?: number; height?: number; srcSet?: string; sizes?: string } {
  if (!width || !height) return { src: url };
  const smaller = widths.filter((each) => each < width).map((each) => `${sized(url, each)} ${each}w`);
  if (smaller.length === 0) return { src: url, width, height };
  return { src: url, width, height, srcSet: [...smaller, `${url} ${width}w`].join(', '), sizes };
}

function sized(url: string, width: number): string {
  return `${url}${url.includes('?') ? '&' : '?'}width=${width}`;
}
