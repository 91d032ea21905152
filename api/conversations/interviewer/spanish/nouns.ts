import { bare } from './plain.ts';

/** The kind of what somebody names decides what may be asked about it. */
export type Kind =
  | 'ELDER'
  | 'PEER'
  | 'SPOUSE'
  | 'YOUNG'
  | 'PERSON'
  | 'ANIMAL'
  | 'WORKPLACE'
  | 'SCHOOL'
  | 'HOME'
  | 'PLACE'
  | 'THING'
  | 'VEHICLE'
  | 'FOOD'
  | 'EVENT'
  | 'JOURNEY'
  | 'TOWN'
  | 'MATTER';

/**
 * Nouns by kind, with their accents. “:f” and “:m” mark a gender that the ending doesn't show. Their bare forms are
 * recognised, so that what we say has accents even where the person writes none.
 */
const NOUNS: Record<Exclude<Kind, 'TOWN' | 'MATTER'>, string> = {
  ELDER:
    'abuelo abuela abuelito abuelita bisabuelo bisabuela papá:m mamá:f padre:m madre:f tío tía padrino madrina suegro suegra papito mamita papi:m mami:f padrastro madrastra nana tata:m',
  PEER: 'hermano hermana hermanito hermanita primo prima cuñado cuñada comadre:f compadre:m gemelo gemela medio-hermano hermanastro hermanastra',
  SPOUSE: 'esposo esposa marido novio novia prometido prometida',
  YOUNG: 'hijo hija nieto nieta sobrino sobrina bisnieto bisnieta ahijado ahijada yerno nuera:f',
  PERSON:
    'amigo amiga amiguita amiguito vecino vecina maestro maestra profesor:m profesora jefe:m jefa patrón:m patrona cura:m sacerdote:m monja doctor:m doctora compañero compañera señor:m señora señorita soldado:m partera enfermera panadero lechero carpintero zapatero sastre:m costurera peluquero barbero cartero herrero pescador:m pastor:m capitán:m sargento:m director:m directora cocinera muchacho muchacha socio socia médico',
  ANIMAL:
    'perro perra perrito perrita gato gata gatito gatita caballo yegua potro burro burra burrito mula vaca toro buey:m becerro gallina gallo pollo pollito puerco puerquito cerdo chancho cochino marrano cabra chivo chiva borrego oveja loro perico canario paloma conejo pato pata guajolote:m pavo tortuga mono llama:f',
  WORKPLACE:
    'correo garaje:m panadería fábrica tienda mercado taller:m mina hospital:m oficina rancho finca hacienda granja milpa cafetal:m plantación ingenio restaurante:m fonda cantina bar:m hotel:m imprenta aserradero molino carnicería zapatería farmacia botica banco estación lavandería tortillería peluquería mueblería fundición maquiladora maquila bodega almacén:m pulpería quiosco astillero ferretería papelería tintorería camisería sastrería',
  SCHOOL:
    'escuela escuelita colegio internado liceo primaria secundaria academia universidad kínder:m seminario instituto',
  HOME: 'casa casita apartamento departamento piso cuarto cocina patio azotea corral:m jardín:m huerta huerto vecindad choza jacal:m sala recámara dormitorio balcón:m porche:m',
  PLACE:
    'pueblo pueblito barrio calle:f plaza parque:m iglesia río playa laguna lago cerro montaña monte:m bosque:m selva isla ciudad cine:m teatro estadio puente:m pozo cementerio capilla catedral:f convento campo puerto arroyo plazuela muelle:m carretera vereda terreno',
  THING:
    'canica muñeca muñeco pelota trompo balero papalote:m cometa juguete:m radio:f reloj:m foto:f fotografía carta libro cuaderno vestido zapato abrigo sombrero rebozo anillo collar:m máquina guitarra piano violín:m acordeón:m trompeta tambor:m baúl:m caja maleta cama hamaca estufa horno metate:m molcajete:m cobija colcha medalla cruz:f bandera cuchillo machete:m espejo tocadiscos:m disco televisor:m televisión teléfono lámpara canasta uniforme:m diario cuadro cuna columpio cartera mantel:m',
  VEHICLE:
    'carro coche:m auto:m automóvil:m camión:m autobús:m tren:m tranvía:m bicicleta moto:f motocicleta barco lancha avión:m carreta camioneta tractor:m canoa bote:m',
  FOOD: 'pan:m tamal:m tortilla mole:m pozole:m frijol:m arroz:m sopa caldo torta pastel:m dulce:m chocolate:m empanada arepa plátano queso atole:m galleta paella puchero guiso buñuelo churro pupusa ceviche:m tarta bizcocho alfajor:m locro sancocho',
  EVENT:
    'boda fiesta bautizo cumpleaños:m posada navidad:f quinceañera baile:m feria carnaval:m procesión desfile:m huelga terremoto temblor:m inundación huracán:m incendio partido concurso graduación comunión elección revolución cosecha',
  JOURNEY: 'viaje:m mudanza camino travesía excursión paseo',
};

export interface Noun {
  kind: Kind;
  /** In the singular, with its accents. */
  singular: string;
  isFeminine: boolean;
}

/** Feminine nouns that take “el”. */
const WITH_EL = new Set(['agua', 'aguila', 'arma', 'alma', 'aula', 'hacha', 'ave', 'area', 'hada']);

/** The gender that an ending shows. */
export function endsFeminine(word: string): boolean {
  const low = bare(word)
    .replace(/(?<=[^aeiou])es$/, '')
    .replace(/s$/, '');
  if (/(?:cion|sion|gion|nion|xion|dad|tad|umbre|itud|ez)$/.test(low)) return true;
  if (
    /(?:ema|oma|ama)$/.test(low) &&
    /^(?:problema|tema|sistema|idioma|programa|clima|poema|drama)$/.test(low)
  )
    return false;
  return WITH_EL.has(low) || low.endsWith('a');
}

const KNOWN = new Map<string, Noun>();
for (const [kind, list] of Object.entries(NOUNS) as [Kind, string][])
  for (const entry of list.split(/\s+/)) {
    const [singular = '', gender] = entry.split(':');
    const isFeminine = gender ? gender === 'f' : endsFeminine(singular);
    KNOWN.set(bare(singular), { kind, singular, isFeminine });
  }

/** The plural with its accents: “camión”, “camiones”; “panadería”, “panaderías”. */
export function pluralOf(singular: string): string {
  if (/[aeiouáéó]$/i.test(singular)) return `${singular}s`;
  if (/z$/i.test(singular)) return `${singular.slice(0, -1)}ces`;
  if (/[^áéíóú]s$/i.test(singular) && !/ús$|és$/.test(singular)) return singular;
  return `${singular.replace(/[áéíóú](?=[ns]$)/, (letter) => bare(letter))}es`;
}

/** Reads a word as a noun of the list, in the singular or the plural. */
export function knownNoun(word: string): { noun: Noun; isPlural: boolean; text: string } | null {
  const low = bare(word);
  const one = KNOWN.get(low);
  if (one) return { noun: one, isPlural: false, text: one.singular };
  for (const singular of [low.replace(/s$/, ''), low.replace(/es$/, ''), low.replace(/ces$/, 'z')]) {
    const noun = singular === low ? undefined : KNOWN.get(singular);
    if (noun) return { noun, isPlural: true, text: pluralOf(noun.singular) };
  }
  return null;
}

const KIN = new Set<Kind>(['ELDER', 'PEER', 'SPOUSE', 'YOUNG']);
export const isKin = (kind: Kind) => KIN.has(kind);
export const isPerson = (kind: Kind) => KIN.has(kind) || kind === 'PERSON';
const PLACES = new Set<Kind>(['WORKPLACE', 'SCHOOL', 'HOME', 'PLACE', 'TOWN']);
export const isPlace = (kind: Kind) => PLACES.has(kind);

/** Given names that people write without a capital or an accent. */
const NAMES = new Map(
  `María José Juan Rosa Ana Luis Pedro Carmen Lupe Lupita Guadalupe Miguel Jesús Antonio Francisco Manuel Josefa Pepe Paco Pancho Chela Elena Elenita Marta
  Teresa Isabel Luisa Lucía Julia Juana Juanita Rafael Ramón Carlos Jorge Javier Alberto Roberto Ricardo Fernando Enrique Eduardo Raúl Mario Sergio Pablo Andrés Diego Mateo
  Alejandro Ángel Víctor Héctor Óscar Arturo Alfredo Ernesto Gustavo Ignacio Nacho Joaquín Tomás Felipe Vicente Salvador Agustín Rubén Julián Julio César Lorenzo
  Concepción Concha Dolores Lola Mercedes Pilar Socorro Consuelo Esperanza Refugio Cuca Margarita Beatriz Silvia Sofía Victoria Alicia Gloria Irma Norma Olga
  Raquel Rebeca Sara Susana Verónica Yolanda Amelia Amparo Aurora Blanca Catalina Cecilia Clara Elvira Emilia Ester Eva Felisa Graciela Inés Irene Leonor Leticia
  Lourdes Magdalena Matilde Mónica Nieves Petra Ramona Remedios Rosario Soledad Trinidad Valentina Virginia Chavela Chayo Toño Beto Lalo Memo Quique Bruno Benito`
    .split(/\s+/)
    .map((name) => [bare(name), name] as const),
);

/** Names that are also common words and need a capital. */
const ALSO_WORDS = new Set(
  'rosa dolores pilar socorro consuelo esperanza refugio mercedes victoria gloria aurora blanca clara nieves remedios rosario soledad trinidad concha salvador angel cesar lola cuca nacho memo pancho lourdes'.split(
    ' ',
  ),
);

/** The name as we say it, or null. After a relative or “don”, no capital is needed. */
export function nameOf(word: string, isExpected: boolean): string | null {
  const low = bare(word);
  const known = NAMES.get(low);
  const isCapital = /^\p{Lu}/u.test(word);
  if (known && (isCapital || isExpected || !ALSO_WORDS.has(low))) return known;
  return isCapital && isExpected ? word : null;
}
