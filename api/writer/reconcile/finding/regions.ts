import { fold } from '#api/biography/writing/language/words.ts';

const states = `alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,
indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,montana,nebraska,
nevada,new hampshire,new jersey,new mexico,new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,
south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington,west virginia,wisconsin,wyoming,ontario,quebec,
nova scotia,new brunswick,manitoba,alberta,saskatchewan,british columbia,newfoundland,england,scotland,wales,ulster,cornwall,
yorkshire,kent,sussex,essex,bavaria,saxony,prussia,silesia,pomerania,galicia,transylvania,bohemia,moravia,sicily,sardinia,
tuscany,calabria,lombardy,piedmont,brittany,normandy,alsace,provence,catalonia,andalusia,castile,the azores,azores,madeira,
queensland,tasmania,victoria,new south wales,punjab,bengal,kerala,holland,america,europe,africa,asia,russia,the states,
the united states,the old country,new england,jalisco,sonora,chihuahua,oaxaca,michoacan,
sinaloa,durango,coahuila,nuevo leon,tamaulipas,nayarit,guerrero,chiapas,tabasco,yucatan,hidalgo,andalucia,extremadura,asturias,
cantabria,cataluna,aragon,castilla,navarra,la mancha,antioquia,boyaca,cundinamarca,tolima,patagonia,entre rios,misiones,
inglaterra,escocia,gales,pais vasco,murcia,canarias,baleares,la rioja,sicilia,cerdena,guanajuato,morelos,quintana roo,
baja california,chaco,salta,jujuy,formosa,corrientes`;

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const countries = ['en', 'es'].flatMap((language) => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return letters.flatMap((one) =>
    letters.flatMap((other) => {
      const name = names.of(one + other);
      return name ? [fold(name)] : [];
    }),
  );
});

/** Countries, states and regions, in which a town may lie. */
const wide = new Set([...countries, ...states.split(',').map((name) => name.trim())]);

/** Boroughs that are named on their own, by their town. */
const partsOfTowns = new Map(
  Object.entries({
    'new york': 'brooklyn,queens,manhattan,harlem,staten island,the bronx,bronx',
    boston: 'dorchester,roxbury,south boston,charlestown',
    london: 'hackney,brixton,bethnal green,stepney,islington,camden',
    'los angeles': 'hollywood,boyle heights,watts',
  }).flatMap(([town, parts]) => parts.split(',').map((part) => [part, town] as const)),
);

/** Whether it is a country, a state or a region, folded. */
export function isWide(place: string): boolean {
  return wide.has(place);
}

/** Whether the first place may lie within the second, both folded: a town in a country, a borough in its city. */
export function liesWithin(place: string, other: string): boolean {
  return (wide.has(other) && !wide.has(place)) || partsOfTowns.get(place) === other;
}
