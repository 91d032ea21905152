import { type GeoProjection, geoEquirectangular, geoMercator, geoNaturalEarth1 } from 'd3-geo';

/** The size of the map in its own units; it is shown in any width. */
export const size = { width: 960, height: 600 };

/** The distance from the pins to the map's edge. */
const margin = 90;
/** The closest view: about ten degrees across. */
const closest = 5_000;
/** Pins closer than this are one on the map. */
const together = 28;
/** From this scale on the finer outlines are needed. */
const fineFrom = 450;

export interface Pin {
  key: string;
  name: string;
  stories: number;
  latitude: number;
  longitude: number;
}

export interface Cluster {
  pins: Pin[];
  x: number;
  y: number;
}

/** The map's section and projection that hold all pins, at least one; `isFine` when it shows a small part of the world. */
export function projectionFor(pins: readonly Pin[]): { projection: GeoProjection; isFine: boolean } {
  const middle = middleOf(pins.map(({ longitude }) => longitude));
  const apart = pins.map(({ longitude }) => Math.abs(turn(longitude - middle)));
  const { width, height } = size;
  if (Math.max(...apart) > 60) {
    const world = geoNaturalEarth1().rotate([-middle, 0]).fitSize([width, height], { type: 'Sphere' });
    return { projection: world.clipExtent([[0, 0], [width, height]]), isFine: false }; // biome-ignore format: one box
  }
  const points = {
    type: 'MultiPoint' as const,
    coordinates: pins.map(({ longitude, latitude }) => [longitude, latitude]),
  };
  const isPolar = pins.some(({ latitude }) => Math.abs(latitude) > 75);
  const projection = (isPolar ? geoEquirectangular() : geoMercator()).rotate([-middle, 0]);
  projection.fitExtent([[margin, margin], [width - margin, height - margin]], points); // biome-ignore format: one box
  if (!(projection.scale() < closest)) {
    const latitudes = pins.map(({ latitude }) => latitude);
    const center = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
    projection
      .scale(closest)
      .center([0, center])
      .translate([width / 2, height / 2]);
  }
  projection.clipExtent([[0, 0], [width, height]]); // biome-ignore format: one box
  return { projection, isFine: projection.scale() > fineFrom };
}

/** The middle of the shortest arc that holds these longitudes. */
function middleOf(longitudes: readonly number[]): number {
  const sorted = [...longitudes].sort((a, b) => a - b);
  const gaps = sorted.map((from, at) => {
    const to = sorted[at + 1] ?? (sorted[0] ?? 0) + 360;
    return { from, to, width: to - from };
  });
  const widest = gaps.reduce((most, gap) => (gap.width > most.width ? gap : most));
  return turn((widest.to + widest.from + 360) / 2);
}

/** An angle between -180 and 180. */
function turn(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

/** The pins on the map, those that would cover one another as one. The pins come with the most stories first. */
export function clustersOf(pins: readonly Pin[], projection: GeoProjection): Cluster[] {
  const clusters: Cluster[] = [];
  for (const pin of pins) {
    const [x, y] = projection([pin.longitude, pin.latitude]) ?? [0, 0];
    const near = clusters.find((each) => Math.hypot(each.x - x, each.y - y) < together);
    if (near) near.pins.push(pin);
    else clusters.push({ pins: [pin], x, y });
  }
  return clusters;
}

/** The clusters whose names have room beside them when the map is shown in this width, in pixels. */
export function labelled(clusters: readonly Cluster[], shownWidth: number): Set<Cluster> {
  const scale = shownWidth / size.width;
  const taken: { left: number; right: number; y: number }[] = [];
  const dots = clusters.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  return new Set(
    clusters.filter((cluster, at) => {
      const { x, y } = dots[at] ?? { x: 0, y: 0 };
      const box = { left: x + 8, right: x + 24 + nameOf(cluster).length * 9, y };
      if (box.right > shownWidth) return false;
      const isFree =
        !taken.some(
          (other) => box.left < other.right && box.right > other.left && Math.abs(y - other.y) < 24,
        ) &&
        !dots.some(
          (dot, other) => other !== at && dot.x > box.left && dot.x < box.right && Math.abs(dot.y - y) < 16,
        );
      if (isFree) taken.push(box);
      return isFree;
    }),
  );
}

/** For example "New Bedford" or "New Bedford and 2 more". */
export function nameOf({ pins }: Cluster): string {
  const [first] = pins;
  return pins.length > 1 ? `${first?.name} and ${pins.length - 1} more` : (first?.name ?? '');
}
