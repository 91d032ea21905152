import type { ThemeWords } from '../theme-words.ts';
import { bare } from './plain.ts';

/** By tag, in bare letters. The first word of each is its name. */
const SHOWS: Record<string, string> = {
  war: 'guerra guerras ejercito soldado soldados batalla militar militares combate frente trinchera bombas bombardeo revolucion cuartel reclutas',
  military: 'militar ejercito soldado soldados cuartel servicio marina guerra',
  death:
    'muerte murio muerto muerta murieron morir fallecio fallecer entierro funeral velorio tumba panteon perdimos',
  loss: 'perdida perdi perdio perdimos muerte murio luto duelo',
  illness: 'enfermedad enfermedades enfermo enferma cancer hospital derrame operacion medico salud',
  hospital: 'hospital enfermedad operacion medico enfermera',
  divorce: 'divorcio divorciado divorciada divorcie separacion separamos',
  religion: 'religion iglesia fe dios rezar rezo cura misa templo sacerdote oracion virgen',
  money: 'dinero plata deuda deudas sueldo pobreza pobre pagar herencia',
  poverty: 'pobreza pobre pobres dinero hambre deudas miseria',
  school: 'escuela escuelas colegio clase salon maestra maestro lecciones',
  teachers: 'maestros maestra maestro profesor profesora escuela',
  work: 'trabajo trabajos trabajar fabrica oficina jefe jefa patron mina sueldo turno empleo',
  mother: 'madre mama mami mamita',
  father: 'padre papa papi papito',
  parents: 'padres madre padre mama papa papas',
  siblings: 'hermanos hermano hermana hermanas gemelo gemela',
  children: 'hijos hijo hija hijas nino nina ninos bebe',
  grandchildren: 'nietos nieto nieta nietas',
  grandparents: 'abuelos abuelo abuela abuelita abuelito',
  spouse: 'esposo esposa marido mujer matrimonio pareja',
  marriage: 'matrimonio boda casamiento casarme casados casamos casado casada esposo esposa marido divorcio',
  love: 'amor novio novia noviazgo romance enamorado enamorada',
  politics: 'politica elecciones elecion voto votar presidente gobierno partido',
  accident: 'accidente choque atropello herido herida',
  house: 'casa hogar cocina cuarto patio',
  food: 'comida cocina cocinar pan panaderia cena receta hornear',
  animals: 'animales animal perro perra perros gato caballo vaca gallinas burro mascota',
  music: 'musica cancion canciones piano cantar banda guitarra radio baile',
  travel: 'viajes viaje viajar tren barco avion camion',
  friends: 'amigos amigo amiga amigas amistad',
  neighbours: 'vecinos vecino vecina calle barrio',
  storm: 'tormenta inundacion huracan ciclon terremoto temblor incendio',
};

const WEAK = new Set(
  `a al algo algun alguna algunas alguno algunos alla alli ante antes aquel aquella aquellas aquellos aqui asi aun aunque bien cada casi como con
  contra cosa cosas cual cuales cuando cuanto cuantos cuenteme de del desde despues dia dias dice dijo donde dos durante el ella ellas ellos en
  entonces entre era eran eramos eres es esa esas ese eso esos esta estaba estaban estado estan estar este esto estos fue fueron fui gran
  ha hab habia habian hace hacer hacia hasta hay he hizo hoy iba iban ir la las le les lo los luego mas me mi mientras mio mis misma mismo mucha
  muchas mucho muchos muy nada nadie ni nos nosotros nuestra nuestras nuestro nuestros nunca o otra otras otro otros para pero poco por porque
  pues que quien quienes se sea ser si siempre sin sobre solo son soy su sus tal tambien tan tanto te tenia tenian tener tengo ti tiene tienen
  tiempo toda todas todavia todo todos tres tu tus un una unas uno unos usted ustedes va van veces vez vida y ya yo ano anos hablar hable
  pregunte preguntar quiero`.split(/\s+/),
);

const ENDS =
  /\b(?:otra vez|mas|por favor|nunca|hoy|ahora|con usted|contigo|conmigo|de nuevo|ni|y|porque|pero|si|jamas|en absoluto|todavia|aun)\b.*$/;
const OPENS =
  /^(?:(?:sobre|acerca|de|del|la|el|los|las|lo|mi|mis|su|sus|nuestr[oa]s?|un|una|ese|esa|esos|esas|este|esta|eso|aquel|aquella) ?)\b(?: |$)?/;
const POINTS =
  /^(?:eso|esto|ello|aquello|el|ella|ellos|ellas|mi|cosas?|tema|asunto|pregunta|preguntas|esas cosas|nada|nadie)$/;

/** “Canciones” and “canción” share a stem, as do “hermana” and “hermano”. */
function stem(word: string): string {
  const one = word
    .replace(/ces$/, 'z')
    .replace(/(?<=[^aeiou])es$/, '')
    .replace(/s$/, '');
  return one.length > 4 ? one.replace(/[oae]$/, '') : one;
}

function bareTheme(object: string): string {
  let words = bare(object).replace(ENDS, '').trim();
  for (let shorter = words.replace(OPENS, ''); shorter !== words; shorter = words.replace(OPENS, ''))
    words = shorter.trim();
  return POINTS.test(words) ? '' : words;
}

export const spanishThemes: ThemeWords = {
  shows: SHOWS,
  weak: WEAK,
  whichOne: new Set(
    'primer primera segundo segunda tercer ultimo ultima otro viejo vieja pobre difunto difunta finado finada'.split(
      ' ',
    ),
  ),
  plain: bare,
  stem,
  bareTheme,
  names: (tag, word) => stem((SHOWS[tag] ?? '').split(' ')[0] ?? '') === stem(word),
  areTags: false,
  namesThing: () => false,
};
