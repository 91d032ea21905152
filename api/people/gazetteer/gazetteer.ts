import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { foldPlaceName } from '#api/platform/domain-values/place-name.ts';

/** A place with known coordinates, in degrees. */
export interface KnownPlace {
  id: string;
  /** The name with its state or region and its country: "Bergen, Vestland, Norway". */
  label: string;
  latitude: number;
  longitude: number;
  population: number;
}

interface Row extends Omit<KnownPlace, 'label'> {
  name: string;
  folded: string;
  kind: 'TOWN' | 'REGION' | 'COUNTRY';
  country: string;
  code: string;
  region: string;
}

/** A smaller town is not found by its name alone, because the name may mean a hamlet or street that no list has. */
const leastPopulation = 15_000;
const displayNames = new Intl.DisplayNames('en', { type: 'region' });
/** Names of countries by code, cached because a search needs thousands. */
const countryNames = new Map<string, string>();
/** A search by fewer letters would find too many places. */
const leastLetters = 3;
/** Other names of countries, by country code. */
const otherNames: Record<string, readonly string[]> = {
  US: ['usa', 'us', 'united states of america', 'america'],
  GB: ['uk', 'great britain', 'britain'],
  NL: ['holland'],
  TR: ['turkey'],
  CZ: ['czech republic'],
};

type Gazetteer = { text: Buffer; starts: Uint32Array };

let loading: Promise<Gazetteer> | null = null;
let loaded: Gazetteer | null = null;

/**
 * Loads `places.bin`, which `make.ts` makes and describes, once and without blocking. The other functions throw if it is
 * not loaded yet.
 */
export async function loadGazetteer(): Promise<void> {
  loading ??= readGazetteer();
  try {
    loaded = await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
}

async function readGazetteer(): Promise<Gazetteer> {
  const compressed = await readFile(new URL('./places.bin', import.meta.url));
  const text = await promisify(brotliDecompress)(compressed);
  const starts = [0];
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) starts.push(at + 1);
  return { text, starts: Uint32Array.from(starts) };
}

function gazetteer(): Gazetteer {
  if (!loaded) throw new Error('The gazetteer is not loaded: call loadGazetteer first');
  return loaded;
}

function countryName(code: string): string {
  const known = countryNames.get(code) ?? displayNames.of(code) ?? code;
  countryNames.set(code, known);
  return known;
}

function lineAt(index: number): string {
  const { text, starts } = gazetteer();
  return text.toString('utf8', starts[index], (starts[index + 1] ?? text.length + 1) - 1);
}

function rowOf(line: string): Row {
  const [name = '', id = '', country = '', code = '', region = '', latitude, longitude, population] =
    line.split('\t');
  const kind = id.startsWith('t') ? 'TOWN' : id.startsWith('r') ? 'REGION' : 'COUNTRY';
  return {
    ...{
      id,
      kind,
      country,
      code,
      region,
      folded: foldPlaceName(name),
      name,
    },
    ...{ latitude: Number(latitude), longitude: Number(longitude), population: Number(population) },
  };
}

/** The index of the first line whose folded name is not before this one. */
function findFirstIndex(folded: string): number {
  const { starts } = gazetteer();
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [name = ''] = lineAt(middle).split('\t', 1);
    if (foldPlaceName(name) < folded) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The places from this folded name on, in order, up to the first one that does not pass. */
function readRowsWhile(folded: string, passes: (row: Row) => boolean): Row[] {
  const { starts } = gazetteer();
  const rows: Row[] = [];
  for (let at = findFirstIndex(folded); at < starts.length; at++) {
    const row = rowOf(lineAt(at));
    if (!passes(row)) break;
    rows.push(row);
  }
  return rows;
}

/** Splits "Bergen, Norway" into the name and the areas that it is in. */
function partsOf(told: string): { folded: string; within: string[] } {
  const [name = '', ...within] = told.split(',');
  return { folded: foldPlaceName(name), within: within.map(foldPlaceName).filter(Boolean) };
}

function isWithin({ country, code, region, kind, folded }: Row, part: string): boolean {
  if (kind === 'COUNTRY') return false;
  const names = [countryName(country), country, region, code].map(foldPlaceName);
  if (kind === 'REGION' && part === folded) return false;
  return names.includes(part) || (otherNames[country] ?? []).includes(part);
}

function isSmall({ kind, population }: Row): boolean {
  return kind === 'TOWN' && population < leastPopulation;
}

function byPopulation(a: Row, b: Row): number {
  return b.population - a.population;
}

/** All places of this name, in the state or country that the name gives; the most populous first. */
function rowsNamed(told: string): Row[] {
  const { folded, within } = partsOf(told);
  if (!folded) return [];
  return readRowsWhile(folded, (row) => row.folded === folded)
    .filter((row) => within.every((part) => isWithin(row, part)))
    .sort(byPopulation);
}

function toKnownPlace({ id, kind, name, country, region, latitude, longitude, population }: Row): KnownPlace {
  const label = [name, region, kind !== 'COUNTRY' && countryName(country)].filter(Boolean).join(', ');
  return { id, label, latitude, longitude, population };
}

/** The places that a name may mean, the most populous first, at most 20. */
export function placesNamed(told: string): KnownPlace[] {
  return rowsNamed(told).slice(0, 20).map(toKnownPlace);
}

/**
 * The place that a name means without doubt: the only one of that name, in the state or country if the name gives one.
 * A name alone must be that of a larger town, a region or a country, and not begin with "Saint", as names of churches
 * and schools do. Small towns named like a country or region are ignored. Null when there is any doubt.
 */
export function findUnambiguousPlace(told: string): KnownPlace | null {
  const rows = rowsNamed(told);
  const { folded, within } = partsOf(told);
  // Every country and region has a small town of its name somewhere.
  const isArea = within.length === 0 && rows.some(({ kind }) => kind !== 'TOWN');
  const [row, other] = isArea ? rows.filter((each) => !isSmall(each)) : rows;
  if (!row || other) return null;
  if (within.length > 0) return toKnownPlace(row);
  return isSmall(row) || folded.startsWith('saint ') ? null : toKnownPlace(row);
}

/** The places whose names begin with this text, exact matches first, then the most populous; at most 10. */
export function searchPlaces(text: string): KnownPlace[] {
  const { folded, within } = partsOf(text);
  if (folded.length < leastLetters) return [];
  return readRowsWhile(folded, (row) => row.folded.startsWith(folded))
    .filter((row) => within.every((part) => isWithin(row, part)))
    .sort((a, b) => Number(b.folded === folded) - Number(a.folded === folded) || byPopulation(a, b))
    .slice(0, 10)
    .map(toKnownPlace);
}

/** The place with this id; null when there is none. */
export function findPlaceById(id: string): KnownPlace | null {
  if (!/^(?:t\d{1,10}|r[A-Z]{2}\.\w{1,4}|c[A-Z]{2})$/.test(id)) return null;
  const { text } = gazetteer();
  const at = text.indexOf(`\t${id}\t`);
  if (at < 0) return null;
  const start = text.lastIndexOf(10, at) + 1;
  const end = text.indexOf(10, at);
  return toKnownPlace(rowOf(text.toString('utf8', start, end < 0 ? text.length : end)));
}
