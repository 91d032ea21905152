import { fold } from '#api/biography/writing/language/words.ts';

/**
 * Words that are always written so. A word that is another one without its accent ("si", "el", "papa", "llego") isn't
 * among them, except "mamá" and "años", which people who type without accents mean.
 */
const ACCENTED = new Map(
  `mamá mamás papás años año niño niña niños niñas mañana mañanas señor señora señores señoras señorita doña español española
  españoles pequeño pequeña pequeños pequeñas compañero compañera compañeros montaña montañas muñeca muñecas baño leña leñas
  cuñado cuñada dueño dueña sueño otoño piña pañuelo cigüeña bañaba bañábamos enseñaba enseñaban enseñó enseñaron
  también después además todavía así aquí allí allá ahí acá quizás jamás atrás detrás través según
  había habían habíamos tenía tenían teníamos hacían decía decían podía podían quería querían vivía vivían vivíamos venía venían
  sabía sabían salía salían comía comían comíamos dormía dormíamos traía traían ponía ponían iríamos sentía sentían debía parecía
  corría corrían llovía moría nacía subía subíamos íbamos éramos estábamos jugábamos cantábamos bailábamos trabajábamos andábamos
  olía olían vendía vendían perdía cosía escribía leía creía reía reían oía oían caía caían conocía crecía volvía
  nació murió vivió salió subió volvió vendió perdió escribió conoció comió cayó oyó leyó siguió pidió durmió sintió vistió abrió
  cumplió recibió permitió decidió murieron
  día días río ríos tío tía tíos tías país países maíz raíz café jabón camión camiones avión canción corazón jardín cajón balcón
  algodón salón carbón razón ración estación habitación educación cajones sillón colchón fogón cartón botón ratón melón limón jamón
  médico música teléfono número números página máquina máquinas fábrica fábricas árbol árboles lápiz cárcel azúcar difícil fácil débil
  último última únicos único única rápido público pública político católica católico próximo décimo sábado sábados miércoles
  música cámara lágrimas lástima pájaro pájaros plátano plátanos sótano típico ejército éxito época jóvenes exámenes orígenes
  inglés francés portugués interés marqués algún ningún común jamón sartén también ración
  América México Perú
  empecé empezó oír reír freír leído caído traído maíces
  cuéntame dígame fíjese oírlo`
    .split(/\s+/)
    .map((word) => [fold(word), word] as const),
);

/** A word typed without accents, as it is written; any other word as it is. "Papa" is a father only after "mi". */
export function withAccents(word: string, before = ''): string {
  if (word === 'papa') return /^(?:mi|tu|su|nuestro)$/.test(before) ? 'papá' : word;
  const known = ACCENTED.get(word.toLowerCase());
  // "Juntabamos" and "salieramos" can be nothing else.
  if (!known) return word.replace(/abamos$/, 'ábamos').replace(/iamos$/, 'íamos');
  return /^\p{Lu}/u.test(word) ? known.charAt(0).toUpperCase() + known.slice(1) : known;
}
