/** The widths that the server makes of a picture. */
const widths = [480, 600, 720, 960, 1440];

/** How wide the picture of Today's first story is shown, which is fetched ahead of the script that shows it. */
export const leadSizes = '(max-width: 720px) 80vw, (max-width: 1100px) 100vw, 45rem';

/** A stored picture, as it is asked for. */
export interface Picture {
  url: string;
  width?: number | null;
  height?: number | null;
}

/**
 * What an `img` needs to fetch a stored picture no larger than it is shown: `sizes` says how wide that is, as CSS
 * does; a little less for a phone, whose dots are too fine to tell. A picture whose width nobody knows is fetched as it is.
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
