import { geoPath } from 'd3-geo';
import { use, useMemo } from 'react';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { Link } from '#web/app/Link.tsx';
import { storiesInWords } from '../family/roles.ts';
import styles from '../places.module.css';
import { type Cluster, clusterPins, nameOf, type Pin, placeLabels, projectionFor, size } from './layout.ts';

type Outline = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

const outlines = new Map<boolean, Promise<Outline>>();

/** Loads the outlines of the countries (Natural Earth, from world-atlas) once. */
function loadOutline(isFine: boolean): Promise<Outline> {
  const known = outlines.get(isFine);
  if (known) return known;
  const file = isFine ? import('world-atlas/countries-50m.json') : import('world-atlas/countries-110m.json');
  const loaded = file.then((read) => read.default as unknown as Outline);
  outlines.set(isFine, loaded);
  loaded.catch(() => outlines.delete(isFine));
  return loaded;
}

/** The places on a map of the part of the world where they lie. Each pin leads to its place in the list. */
export function PlaceMap({
  pins,
  pathOf,
}: {
  /** At least one, those with the most stories first. */
  pins: readonly Pin[];
  pathOf: (pin: Pin) => string;
}) {
  const { projection, isFine } = useMemo(() => projectionFor(pins), [pins]);
  const world = use(loadOutline(isFine));
  const [land, borders] = useMemo(() => {
    const draw = geoPath(projection).digits(1);
    const { countries } = world.objects;
    return [draw(feature(world, world.objects.land)), draw(mesh(world, countries, (a, b) => a !== b))];
  }, [projection, world]);
  const clusters = useMemo(() => clusterPins(pins, projection), [pins, projection]);
  const [wide, narrow] = useMemo(() => [placeLabels(clusters, 880), placeLabels(clusters, 330)], [clusters]);
  return (
    <div className={styles.map}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
        <path className={styles.land} d={land ?? ''} />
        <path className={styles.borders} d={borders ?? ''} />
      </svg>
      <ul aria-label="On the map">
        {clusters.map((cluster) => {
          const [first] = cluster.pins;
          if (!first) return null;
          return (
            <li
              key={first.key}
              style={{ left: percent(cluster.x / size.width), top: percent(cluster.y / size.height) }}
              data-wide={wide.get(cluster)}
              data-narrow={narrow.get(cluster)}
            >
              <Link
                to={pathOf(first)}
                viewTransition={false}
                preventScrollReset
                replace
                aria-label={labelOf(cluster)}
              >
                <i aria-hidden="true" />
                <span>{nameOf(cluster)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

/** For example "New Bedford and Rivet Street, 5 stories"; it begins with the visible text. */
function labelOf(cluster: Cluster): string {
  const stories = cluster.pins.reduce((sum, pin) => sum + pin.stories, 0);
  const others = cluster.pins.slice(1).map(({ name }) => name);
  return [nameOf(cluster), ...others, storiesInWords(stories)].join(', ');
}
