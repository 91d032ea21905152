import { z } from 'zod';
import { visibleCards } from '#api/biography/policy.ts';
import type { Place } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { foldPlaceName } from '#api/platform/domain-values/place-name.ts';
import { InvalidInput, LimitReached, NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill, type SubjectAccess } from '#api/subjects/policy.ts';
import {
  findPlaceById,
  findUnambiguousPlace,
  type KnownPlace,
  loadGazetteer,
  placesNamed,
} from '../gazetteer/gazetteer.ts';

/** The maximum of places per subject. */
const placesLimit = 2_000;

/** Why a place is on the map, or why it isn't. */
export const placeStandings = ['BY_NAME', 'CHOSEN', 'TAKEN_OFF', 'AMBIGUOUS', 'UNKNOWN'] as const;
export type PlaceStanding = (typeof placeStandings)[number];

export interface Position {
  label: string;
  latitude: number;
  longitude: number;
}

/** A place of the stories that a reader may read. */
export interface StoryPlace {
  subjectId: string;
  /** The folded name under which it is kept; unique within the subject. */
  key: string;
  name: string;
  /** The other spellings in the stories that the reader may read. */
  otherNames: string[];
  cardIds: string[];
  standing: PlaceStanding;
  /** Null where it is not on the map. */
  position: Position | null;
}

/** One spelling of a place, with the readable stories that contain it. */
interface PlaceName {
  name: string;
  key: string;
  cardIds: string[];
  /** Whether any story or conversation contains it, including those that the reader may not read. */
  isTold: boolean;
  place: Place | null;
}

type Row = Place & { _count: { mentions: number } };

/**
 * The places of the stories that somebody with this access may read, those with the most stories first. A place is left
 * out with all its names if they may read none of its stories, or if the family took it off the list. With `offList`,
 * only those taken off are returned.
 */
export async function readStoryPlaces(
  subjectAccess: SubjectAccess,
  { offList = false }: { offList?: boolean } = {},
  tx: Tx = db,
): Promise<StoryPlace[]> {
  const { subjectId } = subjectAccess;
  await loadGazetteer();
  const [rows, cards, mentioned, told] = await Promise.all([
    tx.place.findMany({
      where: { subjectId },
      orderBy: { id: 'asc' },
      take: placesLimit,
      include: { _count: { select: { mentions: true } } },
    }),
    tx.card.findMany({
      where: { AND: [{ subjectId, place: { not: null } }, visibleCards(subjectAccess)] },
      select: { id: true, place: true },
    }),
    readMentions(tx, subjectAccess),
    tx.card.findMany({
      where: { subjectId, place: { not: null } },
      distinct: ['place'],
      select: { place: true },
    }),
  ]);
  const named = collectNames(rows, { cards, mentioned, told: told.flatMap(({ place }) => place ?? []) });
  const sameAs = new Map(
    rows.flatMap((row) => (row.sameAs ? [[foldPlaceName(row.name), row.sameAs] as const] : [])),
  );
  const groups = Map.groupBy(named, ({ key }) => followSameAs(key, sameAs));
  const isOffList = ([, names]: [string, PlaceName[]]) => names.some(({ place }) => place?.offList);
  return [...groups]
    .filter((group) => isOffList(group) === offList)
    .flatMap(([key, names]) => combineNames(subjectId, key, names) ?? [])
    .sort((a, b) => b.cardIds.length - a.cardIds.length || a.name.localeCompare(b.name));
}

/** Pairs of a place and a readable card: a visible sentence names the place, which was found in the words it is based on. */
async function readMentions(
  tx: Tx,
  subjectAccess: SubjectAccess,
): Promise<{ placeId: string; id: string }[]> {
  const { subjectId } = subjectAccess;
  const pairs = await tx.$queryRaw<{ placeId: string; id: string }[]>`
    select distinct m.place_id::text as "placeId", c.id::text as id
    from mention m
    join place p on p.id = m.place_id
    join message said on said.id = m.message_id and not said.private
    join source so on so.message_id = m.message_id and so.start < m.end and so.end > m.start
    join sentence se on se.id = so.sentence_id and not se.hidden
    join card c on c.id = se.card_id and c.revision = se.revision
    where m.subject_id = ${subjectId}::uuid and position(lower(p.name) in lower(se.text)) > 0`;
  const ids = [...new Set(pairs.map(({ id }) => id))];
  const visible = await tx.card.findMany({
    where: { AND: [{ id: { in: ids }, subjectId }, visibleCards(subjectAccess)] },
    select: { id: true },
  });
  const readable = new Set(visible.map(({ id }) => id));
  return pairs.filter(({ id }) => readable.has(id));
}

function collectNames(
  rows: readonly Row[],
  {
    cards,
    mentioned,
    told,
  }: {
    cards: readonly { id: string; place: string | null }[];
    mentioned: readonly { placeId: string; id: string }[];
    told: readonly string[];
  },
): PlaceName[] {
  const byName = new Map<string, PlaceName>();
  const entryFor = (name: string): PlaceName => {
    const known = byName.get(name);
    if (known) return known;
    const added: PlaceName = { name, key: foldPlaceName(name), cardIds: [], isTold: false, place: null };
    byName.set(name, added);
    return added;
  };
  const byId = new Map<string, PlaceName>();
  for (const { _count, ...place } of rows) {
    const named = entryFor(place.name);
    named.place = place;
    named.isTold = _count.mentions > 0;
    byId.set(place.id, named);
  }
  for (const name of told) entryFor(name).isTold = true;
  for (const { id, place } of cards) if (place) entryFor(place).cardIds.push(id);
  for (const { placeId, id } of mentioned) byId.get(placeId)?.cardIds.push(id);
  return [...byName.values()].filter(({ key }) => key !== '');
}

/** The key of the place that a name belongs to, which is the end of the chain of `sameAs`. */
function followSameAs(key: string, sameAs: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let root = key;
  for (let next = sameAs.get(root); next && !seen.has(next); next = sameAs.get(root)) {
    seen.add(root);
    root = next;
  }
  return root;
}

/** Combines the names of a place; null if the reader may read none of its stories. */
function combineNames(subjectId: string, key: string, names: readonly PlaceName[]): StoryPlace | null {
  const readable = names.filter(({ cardIds }) => cardIds.length > 0);
  const cardIds = [...new Set(readable.flatMap((named) => named.cardIds))];
  if (cardIds.length === 0) return null;
  const own = names.filter((named) => named.key === key);
  // A name is hidden if only stories that the reader may not read contain it; a name given by the family is shown.
  const shown = own.filter((named) => named.cardIds.length > 0 || !own.some(({ isTold }) => isTold));
  const { name } = shown.find(({ place }) => place?.found === false) ??
    shown[0] ??
    readable[0] ?? { name: key };
  const otherNames = readable.map((named) => named.name).filter((other) => other !== name);
  const decided = own.find(({ place }) => place?.offMap || place?.latitude != null)?.place;
  return { subjectId, key, name, otherNames, cardIds, ...standingOf(decided, [name, ...otherNames]) };
}

function standingOf(
  decided: Place | null | undefined,
  names: readonly string[],
): Pick<StoryPlace, 'standing' | 'position'> {
  if (decided?.offMap) return { standing: 'TAKEN_OFF', position: null };
  if (decided?.latitude != null && decided.longitude !== null) {
    const { pinLabel, latitude, longitude } = decided;
    return { standing: 'CHOSEN', position: { label: pinLabel ?? decided.name, latitude, longitude } };
  }
  const meant = new Map(
    names.flatMap((name) => findUnambiguousPlace(name) ?? []).map((place) => [place.id, place]),
  );
  const [place] = meant.values();
  if (meant.size === 1 && place) {
    const { label, latitude, longitude } = place;
    return { standing: 'BY_NAME', position: { label, latitude, longitude } };
  }
  const isKnown = meant.size > 1 || names.some((name) => placesNamed(name).length > 0);
  return { standing: isKnown ? 'AMBIGUOUS' : 'UNKNOWN', position: null };
}

/** The known places that this one may be, the most populous first for each of its names. */
export function candidatesFor({ name, otherNames }: StoryPlace): KnownPlace[] {
  const all = [name, ...otherNames].flatMap((each) => placesNamed(each));
  return [...new Map(all.map((place) => [place.id, place])).values()].slice(0, 20);
}

const SavePlace = z.object({
  subjectId: z.string(),
  name: line(160),
  calledAs: clearable(line(160)).optional(),
  candidate: z.string().nullish(),
  onMap: z.boolean().nullish(),
  listed: z.boolean().nullish(),
});

/**
 * Corrects a place of the readable stories. `candidate` puts it on the map; `onMap` takes it off (false) or removes the
 * choice, so that its name decides again (true). `calledAs` renames it: the name of another place merges the two, null
 * separates this spelling again. `listed` takes it off the list with all its names (false) or puts it back (true). Omitted
 * fields stay. Throws `NotFound` for a place that the caller can't see.
 */
export async function savePlace(viewer: Viewer, input: z.input<typeof SavePlace>): Promise<string> {
  const { subjectId, name, calledAs, candidate, onMap, listed } = parse(SavePlace, input);
  await loadGazetteer();
  const known = candidate ? findPlaceById(candidate) : null;
  if (candidate && !known) throw new InvalidInput([{ path: 'candidate', message: 'is no known place' }]);
  if (known && onMap === false) {
    throw new InvalidInput([{ path: 'onMap', message: 'must not be false with a place that was chosen' }]);
  }
  return transaction(async (tx) => {
    await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
    const subjectAccess = await mustStill(tx, viewer, 'WRITE', subjectId);
    const key = foldPlaceName(name);
    const places = await readStoryPlaces(subjectAccess, { offList: listed === true }, tx);
    const place = places.find((each) =>
      [each.name, ...each.otherNames].some((spelling) => foldPlaceName(spelling) === key),
    );
    if (!place) throw new NotFound('Place', ['name']);
    if (known) {
      await saveDecision(tx, place, {
        ...{ offMap: false, pinLabel: known.label },
        ...{ latitude: known.latitude, longitude: known.longitude },
      });
    } else if (onMap !== undefined && onMap !== null) {
      await saveDecision(tx, place, { ...noPin, offMap: !onMap });
    }
    if (listed != null) await saveListed(tx, place, listed);
    if (calledAs === null) await separateName(tx, subjectId, key);
    else if (calledAs !== undefined) await renamePlace(tx, place, calledAs);
    await audit(tx, viewer, 'place.corrected', { subjectId });
    return subjectId;
  });
}

const noPin = { offMap: false, pinLabel: null, latitude: null, longitude: null };
type Decision = Pick<Place, 'offMap' | 'pinLabel' | 'latitude' | 'longitude'>;

/** Stores a decision in one row of the place’s own name, and clears it in the others. */
async function saveDecision(tx: Tx, { subjectId, key, name }: StoryPlace, decision: Decision) {
  const own = (await rowsOf(tx, subjectId)).filter((row) => foldPlaceName(row.name) === key);
  const [first, ...others] = own;
  const row = first ?? (await addRow(tx, subjectId, name, true));
  await tx.place.updateMany({ where: { id: { in: others.map(({ id }) => id) } }, data: noPin });
  await tx.place.update({ where: { id: row.id }, data: decision });
}

/** Takes a place off the list with all its names, or puts it back. */
async function saveListed(tx: Tx, { subjectId, key, name, otherNames }: StoryPlace, listed: boolean) {
  const keys = new Set([key, ...[name, ...otherNames].map(foldPlaceName)]);
  const rows = (await rowsOf(tx, subjectId)).filter((row) => keys.has(foldPlaceName(row.name)));
  if (!rows.some((row) => foldPlaceName(row.name) === key))
    rows.push(await addRow(tx, subjectId, name, true));
  await tx.place.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: { offList: !listed } });
}

/** Renames a place; the name of another place merges the two. */
async function renamePlace(tx: Tx, place: StoryPlace, calledAs: string) {
  const { subjectId, key } = place;
  const next = foldPlaceName(calledAs);
  if (next === '') throw new InvalidInput([{ path: 'calledAs', message: 'must have a letter or a number' }]);
  const rows = await rowsOf(tx, subjectId);
  const own = rows.filter((row) => foldPlaceName(row.name) === key);
  const target = rows.filter((row) => foldPlaceName(row.name) === next);
  const named = target.find((row) => row.name === calledAs) ?? (await addRow(tx, subjectId, calledAs, false));
  await tx.place.updateMany({
    where: { id: { in: target.map(({ id }) => id) } },
    data: { sameAs: null, offList: false },
  });
  await tx.place.update({ where: { id: named.id }, data: { found: false, sameAs: null } });
  if (next === key) return;
  const tied = own[0] ?? (await addRow(tx, subjectId, place.name, true));
  const ids = [tied, ...own].map(({ id }) => id);
  const decided = own.find((row) => row.offMap || row.latitude !== null);
  if (decided && !target.some((row) => row.offMap || row.latitude !== null)) {
    const { offMap, pinLabel, latitude, longitude } = decided;
    await tx.place.update({ where: { id: named.id }, data: { offMap, pinLabel, latitude, longitude } });
  }
  await tx.place.updateMany({ where: { id: { in: ids } }, data: { ...noPin, sameAs: next } });
}

/** Separates a spelling from the place that it was merged into. */
async function separateName(tx: Tx, subjectId: string, key: string) {
  const own = (await rowsOf(tx, subjectId)).filter((row) => foldPlaceName(row.name) === key);
  await tx.place.updateMany({ where: { id: { in: own.map(({ id }) => id) } }, data: { sameAs: null } });
}

function rowsOf(tx: Tx, subjectId: string): Promise<Place[]> {
  return tx.place.findMany({ where: { subjectId }, orderBy: { id: 'asc' }, take: placesLimit });
}

async function addRow(tx: Tx, subjectId: string, name: string, found: boolean): Promise<Place> {
  if ((await tx.place.count({ where: { subjectId } })) >= placesLimit) {
    throw new LimitReached(`A book has at most ${placesLimit} places`, placesLimit);
  }
  return tx.place.create({ data: { subjectId, name, found } });
}
