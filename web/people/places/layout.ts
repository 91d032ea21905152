import { type GeoProjection, geoEquirectangular, geoMercator, geoNaturalEarth1 } from 'd3-geo';

/** The size of the map in its own units; it is shown in any width. */
export const size = { width: 960, height: 600 };

/** The distance from the pins to the map's edge. */
const margin = 90;
/** The scale of the closest view, which is about ten degrees wide. */
const maxScale = 5_000;
/** Pins closer than this are shown as one. */
const clusterDistance = 28;
/** Above this scale the finer outlines are needed. */
const fineScale = 450;

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

type Box = [topLeft: [x: number, y: number], bottomRight: [x: number, y: number]];
const wholeMap: Box = [
  [0, 0],
  [size.width, size.height],
];
const withinMargins: Box = [
  [margin, margin],
  [size.width - margin, size.height - margin],
];

/** A projection that shows all pins, of which there is at least one; `isFine` if it shows a small part of the world. */
export function projectionFor(pins: readonly Pin[]): { projection: GeoProjection; isFine: boolean } {
  const middle = middleLongitude(pins.map(({ longitude }) => longitude));
  const distances = pins.map(({ longitude }) => Math.abs(normalizeAngle(longitude - middle)));
  const { width, height } = size;
  if (Math.max(...distances) > 60) {
    const world = geoNaturalEarth1().rotate([-middle, 0]).fitSize([width, height], { type: 'Sphere' });
    return { projection: world.clipExtent(wholeMap), isFine: false };
  }
  const points = {
    type: 'MultiPoint' as const,
    coordinates: pins.map(({ longitude, latitude }) => [longitude, latitude]),
  };
  const isPolar = pins.some(({ latitude }) => Math.abs(latitude) > 75);
  const projection = (isPolar ? geoEquirectangular() : geoMercator()).rotate([-middle, 0]);
  projection.fitExtent(withinMargins, points);
  if (!(projection.scale() < maxScale)) {
    const latitudes = pins.map(({ latitude }) => latitude);
    const center = (Math.min(...latitudes) + Math.max(...latitudes)) / 2;
    projection
      .scale(maxScale)
      .center([0, center])
      .translate([width / 2, height / 2]);
  }
  projection.clipExtent(wholeMap);
  return { projection, isFine: projection.scale() > fineScale };
}

/** The middle of the shortest arc that contains these longitudes. */
function middleLongitude(longitudes: readonly number[]): number {
  const sorted = [...longitudes].sort((a, b) => a - b);
  const gaps = sorted.map((from, at) => {
    const to = sorted[at + 1] ?? (sorted[0] ?? 0) + 360;
    return { from, to, width: to - from };
  });
  const widest = gaps.reduce((most, gap) => (gap.width > most.width ? gap : most));
  return normalizeAngle((widest.to + widest.from + 360) / 2);
}

/** An angle between -180 and 180. */
function normalizeAngle(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

/** Combines pins that would cover one another. The pins must be sorted with the most stories first. */
export function clusterPins(pins: readonly Pin[], projection: GeoProjection): Cluster[] {
  const clusters: Cluster[] = [];
  for (const pin of pins) {
    const [x, y] = projection([pin.longitude, pin.latitude]) ?? [0, 0];
    const near = clusters.find((each) => Math.hypot(each.x - x, each.y - y) < clusterDistance);
    if (near) near.pins.push(pin);
    else clusters.push({ pins: [pin], x, y });
  }
  return clusters;
}

type Side = 'right' | 'left';

/** The side of its pin on which each name has room in a map of this width in pixels; names without room are left out. */
export function placeLabels(clusters: readonly Cluster[], shownWidth: number): Map<Cluster, Side> {
  const scale = shownWidth / size.width;
  const dots = clusters.map((cluster) => ({ cluster, x: cluster.x * scale, y: cluster.y * scale }));
  const taken: { left: number; right: number; y: number }[] = [];
  const sides = new Map<Cluster, Side>();
  for (const { cluster, x, y } of dots) {
    const width = 16 + nameOf(cluster).length * 9;
    const boxes = [
      { side: 'right' as const, left: x + 8, right: x + 8 + width, y },
      { side: 'left' as const, left: x - 8 - width, right: x - 8, y },
    ];
    const box = boxes.find(
      ({ left, right }) =>
        left > 0 &&
        right < shownWidth &&
        !taken.some((other) => left < other.right && right > other.left && Math.abs(y - other.y) < 24) &&
        !dots.some(
          (dot) => dot.cluster !== cluster && dot.x > left && dot.x < right && Math.abs(dot.y - y) < 16,
        ),
    );
    if (!box) continue;
    taken.push(box);
    sides.set(cluster, box.side);
  }
  return sides;
}

/** For example "New Bedford" or "New Bedford and 2 more". */
export function nameOf({ pins }: Cluster): string {
  const [first] = pins;
  return pins.length > 1 ? `${first?.name} and ${pins.length - 1} more` : (first?.name ?? '');
}
