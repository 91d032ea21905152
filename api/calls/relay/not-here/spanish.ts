import type { AnsweringLanguage, Clause } from './answering-language.ts';
import { type Gender, nameToken } from './called-person.ts';

const opening = new RegExp(
  `^(?:(?:${[
    'no(?= (?:no|ella|el|mi|la|lo|senor|senora|senorita|perdon|disculpe|aqui|ahora|fijese|pues|soy|habla|es) )(?! no (?:estoy|puedo|quiero))',
    'si|ah|ay|uy|oh|eh|este|bueno|pues|mire|mira|oiga|oye|fijese(?: que)?|hola|alo|diga|digame|mande|perdon|perdone|disculpe|disculpeme|lo siento(?: mucho)?|lo lamento|que pena|me temo(?: que)?|creo(?: que)?|parece(?: que)?|es que|la verdad(?: es que)?|lamentablemente|desafortunadamente|desgraciadamente',
    'buenos dias|buenas tardes|buenas noches|buenas|muy buenas|senor|senora|senorita|joven|ahora mismo|ahorita|ahora|en este momento|por el momento|hoy|gracias|y|pero|porque|entonces|que',
  ].join('|')}) )+`,
);

const female =
  'esposa|mujer|senora|madre|mama|mami|jefa|abuela|abuelita|nana|yaya|tia|hermana|suegra|patrona|dona|madrina|vieja';
const male =
  'esposo|marido|senor|padre|papa|papi|jefe|abuelo|abuelito|tata|yayo|tio|hermano|suegro|patron|don|padrino|viejo';
const neutral = 'paciente|residente|cliente|pareja';
const relations: Record<Gender, string> = {
  SHE: `${female}|inquilina|${neutral}`,
  HE: `${male}|inquilino|${neutral}`,
  THEY: neutral,
};
const forms: Record<Gender, string> = {
  SHE: 'mama|mami|abuela|abuelita|nana|tia',
  HE: 'papa|papi|abuelo|abuelito|tata|tio',
  THEY: 'elle',
};
const pronounOf: Record<Gender, string> = { SHE: 'ella', HE: 'el', THEY: 'elle' };
const participle: Record<Gender, string> = { SHE: 'a', HE: 'o', THEY: 'e' };
const titles =
  '(?:(?:la |el )?(?:senora|senor|sra|sr|dona|don|senorita|tia|tio|abuela|abuelo|doctora|doctor|hermana|padre))';

const tail =
  '(?: (?:aqui|alla|ahi|en (?:la |su |esta )?(?:casa|oficina|habitacion|cuarto|recamara|residencia|vivienda|domicilio)|por (?:aqui|ahora|el momento)|en (?:este|estos) momentos?|ahora(?: mismo)?|ahorita|hoy|todavia|aun|disponible|despiert[aoe]|levantad[aoe]|localizable|de momento|lo siento|senor(?:a|ita)?|joven|gracias|esta (?:manana|tarde|semana|noche)|hasta .+|ya|mas tarde|bien(?: de salud)?))*';

const states = [
  'fuera|durmiendo|descansando|trabajando|comiendo|almorzando|cenando|desayunando|banandose|duchandose|viajando|manejando|conduciendo|rezando',
  '(?:dormid(?:it)?|acostad|ocupad|enferm|indispuest|hospitalizad|internad|malit|recostad|ingresad)[aoe]',
  'banandose|en (?:el|la|su) (?!(?:cocina|sala|casa|patio|jardin|puerta|otr[ao]|cuarto|libro|mesa|linea|telefono|cielo|gloria|panteon|cementerio|foto|mano|corazon|recuerdo|memoria)\\b)[a-z]+|mal de salud|muy mal|de (?:viaje|vacaciones|compras|visita|paseo|turno|descanso|baja)|en (?:misa|el (?:medico|doctor|hospital|trabajo|mercado|bano|dentista|super|centro|banco|jardin|gimnasio|rosario|salon)|la (?:cama|ducha|iglesia|tienda|clinica|peluqueria|farmacia|oficina|calle|regadera|siesta|tina|banera|plaza)|casa de .+|una (?:cita|reunion|consulta|llamada|junta)|terapia|rehabilitacion|dialisis|cama|clase|consulta|cirugia|urgencias|otra llamada)',
  'con (?:el|la|su|un|una) (?:medic[oa]|doctora?|enfermer[oa]|terapeuta|fisioterapeuta|dentista|visita|paciente|padre|cura)|haciendo (?:la siesta|compras|mandados|ejercicio)|tomando (?:la siesta|una siesta|un bano|una ducha)|echando (?:la|una) siesta|por llegar|muy cansad[aoe]',
].join('|');
const where =
  '(?:al|a la|a los|a|a las|con (?:el|la|su)) (?:mercado|medico|doctor|doctora|hospital|trabajo|trabajar|misa|iglesia|tienda|super|banco|farmacia|compras|comprar|caminar|pasear|dormir|acostarse|peluqueria|salon|dentista|centro|cita|clinica|calle|mandado|mandados|parque|rosario|comer|almorzar|visitar.*|hij[ao])';
const ago =
  '(?:hace (?:un rato|poco|rato|un momento|un ratito|una hora|media hora|\\w+ minutos|\\w+ horas)|ya|temprano|esta manana|esta tarde|ahorita|un momento|un rato|un ratito)';
const predicate = new RegExp(
  `^(?:${[
    `no (?:esta|se encuentra|anda)${tail}$`,
    `no (?:esta|se encuentra|anda)(?: (?:en condiciones|disponible|para|en casa|aqui ahora|aqui hoy|aqui en este momento)\\b.*)$`,
    '(?:ahora |ahorita )?no (?:le |se |lo )?(?:puede|quiere|va a poder) (?:atender|hablar|contestar|ponerse|venir|pasar|recibir|responder|tomar)(?:le|lo|la|te)?(?: (?:a nadie|ahora|ahorita|al telefono|la llamada|por telefono|en este momento|hoy|con usted|con nadie|mas|el telefono|llamadas))*$',
    '(?:aun |todavia )?no (?:ha )?(?:llegado|vuelto|regresado|llega|vuelve|regresa)(?: (?:aun|todavia|del? .{1,20}|a (?:la )?casa|hasta .+))*$',
    'no (?:viene|llega|vuelve|regresa|estara|esta) hasta .+$',
    `(?:sigue|esta|anda)(?: (?:ahora|ahorita|todavia|aun|muy))* (?:${states})\\b.{0,40}$`,
    `(?:duerme|descansa|trabaja)(?: (?:ahora|ahorita|todavia|aun|la siesta|hoy|en este momento))*$`,
    `(?:acaba de|ya se|ya|recien|justo|apenas) (?:se )?(?:salir|irse|salio|fue|ido|marcharse|marcho|durmio|acosto|dormirse|acostarse)\\b.{0,30}$`,
    `(?:ha salido|salio|se fue|fue|se ha ido|se marcho)(?: (?:${where}|${ago}|de (?:casa|viaje|compras|vacaciones|paseo)))+(?: (?:${ago}|con .+))*$`,
    `(?:ha salido|se ha ido)$`,
    '(?:regresa|vuelve|llega|viene|estara|va a estar|va a volver|va a regresar|volvera|regresara|llegara)(?: (?:de vuelta|en casa|aqui))? (?:mas tarde|manana|a las? .+|en (?:un rato|una hora|unos .+|media hora)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|fin .+)|por la .+|despues.*|luego|la semana .+|pronto|hasta .+)$',
    '(?:ya )?no vive (?:aqui|ahi|en esta .+)(?: .{0,20})?$|(?:ya )?se mudo\\b.{0,30}$|(?:ya )?no tiene este (?:numero|telefono)',
    'se (?:esta|anda) (?:banando|duchando|arreglando|vistiendo|cambiando|peinando)\\b.{0,20}$',
    'se acaba de (?:ir|marchar|dormir|acostar)\\b.{0,20}$|(?:aun |todavia )?no se (?:levanta|despierta|ha levantado|ha despertado)(?: (?:aun|todavia))?$',
    '(?:la|lo) (?:tienen|internaron|hospitalizaron|llevaron) ?(?:internad[ao]|hospitalizad[ao]|en el hospital|al (?:hospital|medico|doctor))?\\b.{0,20}$',
    'dejo (?:el telefono|el celular|su telefono|su celular)\\b.{0,30}',
  ].join('|')})`,
);
/** In more words than these, a past tense tells a story. */
const mostOfPast = 12;
const past = /^(?:salio|se fue|fue|se marcho|ha salido)\b/;
/** What is said of a person by name alone: of others it would tell a story. */
const predicateOfName = /^(?:(?:ya )?(?:salio|se fue|ha salido|se ha ido|no vino|no viene)\b.{0,30})$/;
/** They died, so that nobody calls again. */
const deathWords = 'fallecio|murio|ha (?:fallecido|muerto)|no esta (?:mas )?con nosotros';
const weekday = 'lunes|martes|miercoles|jueves|viernes|sabado|domingo';
const month = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre';
const few = 'un|una|dos|tres|cuatro|cinco|seis|varios|varias|unos|unas|algunos|\\d+';
const dayOfDeath = [
  `ayer|hoy|hace (?:poco|tiempo|rato|(?:${few}) [a-zñ]+)|(?:el|la) (?:[a-z]+ pasad[oa]|${weekday})`,
  `este (?:ano|mes)|esta semana|en (?:${month}|\\d{4}|navidad)|de [a-z]+`,
].join('|');
const politely = 'ya|lamentablemente|senor(?:a|ita)?|joven';
/** More words would tell a story of somebody with the same name. */
const died = new RegExp(
  `^(?:ya )?(?:${deathWords})(?: (?:${politely}))*(?: (?:${dayOfDeath}))*(?: (?:${politely}))*$`,
);

const wrongNumber = [
  /\bnumero equivocado$|\b(?:se (?:equivoco|ha equivocado|equivocaron|confundio)|(?:esta|anda) equivocad[oa]) de (?:numero|casa|telefono)(?: (?:senor(?:a|ita)?|joven))*$|\bmarco mal(?: el numero)?$/,
];
const nobody = [
  /\bno hay (?:aqui )?(?:nadie|ningun[oa]?) (?:aqui )?(?:con ese nombre|que se llame|llamad[oa]|de nombre|por ese nombre)\b|\bno (?:conozco|conocemos|tenemos) a nadie (?:con ese nombre|que se llame|llamad)|\b(?:aqui|en esta casa) no (?:vive|hay) nadie (?:con|de|por) ese nombre\b|\bno es aqui\b|\bno vive nadie (?:aqui )?(?:con|que|de|llamad)|^aqui no es\b/,
  /^(?:(?:quiere|gusta|desea|quisiera|puede) )?(?:dejar|deje)(?:le|me|nos)?(?: (?:un|algun|su|el))? (?:mensaje|recado)\b|\bdespues (?:del tono|de la senal)\b|^(?:yo )?le (?:doy|paso|digo|puedo dar|aviso)(?: (?:el|su|un|algun))? (?:mensaje|recado|que llamo|que hablo)\b/,
  /^(?:llame|llamele|marque|hable|vuelva a llamar)(?: usted)?(?: mas tarde| luego| otra vez)? cuando (?:este|llegue|vuelva|regrese|despierte)\b/,
  /^(?:ella |el )?(?:le|lo|la) (?:devuelve la llamada|llamara (?:luego|mas tarde|despues))\b/,
];
const isHere = [
  /\bsoy yo\b|^yo (?:misma|mismo|soy)$|^(?:el|la) (?:mismo|misma)$|\bcon (?:el|la) mism[oa]\b|\ba sus ordenes\b|^servidora?$/,
  /\bpodemos (?:hablar|platicar|conversar|empezar|seguir)\b|\b(?:puedo|podria) (?:hablar|platicar)\b|^adelante$|^pregunte|\btengo (?:tiempo|un rato|un momento)\b|\bempecemos\b|\bvamos (?:a empezar|empezando)\b/,
  /^(?:yo )?(?:aqui |ya )?estoy (?:yo |aqui |yo aqui )?(?:sola|solo|aqui|list[ao]|en casa|bien)?$|^(?:aqui )?(?:solo|nada mas|solamente) (?:estoy |soy )?yo\b|^menos yo\b|\bsolo yo\b|\bestoy (?:sol[ao]|list[ao])\b/,
];
const comes = [
  /\b(?:espere|esperese|espera|esperame|espereme|aguarde|permitame|un (?:momento|momentito|segundo|segundito|minuto|minutito|ratito)|no cuelgue|deme un)\b/,
  /\b(?:ahora|ahorita|ya|enseguida|en seguida) (?:mismo )?(?:se (?:la|lo) (?:paso|pongo|comunico|llamo)|(?:la|lo) (?:llamo|busco|despierto|traigo)|(?:viene|se pone|va|baja|sale|contesta))\b|\bse (?:la|lo) (?:paso|pongo|comunico)\b|\b(?:la|lo) (?:llamo|busco|despierto) (?:ahora|ya|enseguida)\b/,
  /\b(?:quiere|desea|gusta) que (?:la|lo|se la|se lo) (?:despierte|llame|busque|pase|traiga|comunique)\b/,
  /\b(?:voy a|dejeme|deje|dejame|vamos a|puedo) (?:ver|buscar|llamar|avisar|despertar|preguntar|pasar|traer)(?:la|lo|le|sela|selo)?\b|\b(?:ahi|aqui|ya) viene\b|\baqui (?:esta|se (?:la|lo))\b|\bahorita viene\b/,
];

/** How people who answer the phone speak in Spanish. */
export const spanish: AnsweringLanguage = {
  meansPerson:
    /\bxname\b|\b(?:soy|habla) (?:su|la|el) [a-z]+|\b(?:llame|hable|marque|vuelva a llamar)(?: usted)? (?:mas tarde|luego|despues|otra vez|otro dia)\b|\b(?:recado|mensaje)\b|\b(?:la|lo) (?:busca|necesita)\b|\bde parte de quien\b/,
  isRelative:
    /\b(?:soy|habla) su (?:hij[oa]|espos[oa]|marido|mujer|viud[oa]|sobrin[oa]|niet[oa]|nuera|yerno|cuidadora?)\b/,
  divide: (sentence) =>
    sentence
      .replace(/[^a-z0-9ñ']+/g, ' ')
      .trim()
      .split(/\s(?:pero|porque|y|asi que|aunque|sino)\s/)
      .filter((clause) => clause.trim() !== ''),
  titles,
  readerFor(genders) {
    const of = (words: Record<Gender, string>) => genders.map((gender) => words[gender]).join('|');
    const named = `(?:la |el )?${nameToken}`;
    const relation = `(?:(?:mi|la|el|nuestra|nuestro|su) (?:${of(relations)})(?: ${named})?|${of(forms)})`;
    const pronouns = of(pronounOf);
    const byName = new RegExp(`^${named}(?= |$)`);
    const byOther = new RegExp(`^(?:(?:${pronouns})(?= |$)|${relation}(?= |$))`);
    /** The person named after the verb, as in “no está mi mamá”. */
    const afterVerb = new RegExp(
      `^((?:ya |aun |todavia |ahora |ahorita )?(?:no )?(?:esta|se encuentra|anda|salio|se fue|ha salido|vive|ha llegado|puede (?:hablar|atender|ponerse|contestar)))((?: (?:aqui|ahora|ahorita|en casa))*) (?:${named}(?= |$)|(?:${pronouns})$|${relation}(?= |$))`,
    );
    const wrongGender = new RegExp(
      `\\b(?:dormid|acostad|enferm|hospitalizad|internad|malit|recostad|ingresad|indispuest)(?:${
        (['SHE', 'HE', 'THEY'] as const)
          .filter((gender) => !genders.includes(gender))
          .map((gender) => participle[gender])
          .join('|') || 'x'
      })\\b`,
    );
    const says = (rest: string) => predicate.test(rest) && !wrongGender.test(rest);
    const isRelative = new RegExp(`(?:^| )(?:mi|nuestr[oa]|su) (?:${of(relations)})\\b`);
    const awayWords = [
      ...nobody,
      new RegExp(
        `\\bno (?:hay|vive|conozco a|conocemos a|esta) (?:aqui )?(?:a )?ningun[ao]? ${nameToken}|\\b(?:no soy|no es|esta no es|este no es) ${named}$`,
      ),
    ];
    const hereWords = [
      ...isHere,
      new RegExp(
        `^(?:(?:le |con quien )?habla|soy|aqui|con|al habla|habla con|esta hablando con|aqui habla|me llamo|yo soy) (?:${named})(?: (?:al habla|para servirle))?$|^${named} (?:al habla|para servirle|habla)$|^(?:ella|el) habla$|^con ella habla$|^con (?:ella|el)$|^al habla$|^habla (?:ella|el)$`,
      ),
    ];
    return (said, { isQuestion, wordsInAll }): Clause | null => {
      const isAway = (rest: string) => says(rest) && (wordsInAll <= mostOfPast || !past.test(rest));
      const clause = said.replace(opening, '').trim();
      if (!clause) return null;
      if (!isQuestion && wrongNumber.some((pattern) => pattern.test(clause))) return 'FOR_GOOD';
      if (awayWords.some((pattern) => pattern.test(clause))) return 'AWAY';
      if (comes.some((pattern) => pattern.test(said))) return 'COMES';
      if (hereWords.some((pattern) => pattern.test(clause))) return 'IS_HERE';
      const reordered = clause.replace(afterVerb, '$1$2');
      if (reordered !== clause && !isQuestion && (isAway(reordered) || predicateOfName.test(reordered)))
        return isRelative.test(clause) ? 'RELATIVE_AWAY' : 'AWAY';
      const name = byName.exec(clause)?.[0];
      const other = name === undefined ? byOther.exec(clause)?.[0] : undefined;
      const meant = name ?? other;
      if (meant !== undefined) {
        const rest = clause.slice(meant.length).trim();
        if (name !== undefined && !isQuestion && wordsInAll <= mostOfPast && died.test(rest))
          return 'FOR_GOOD';
        const isAbsent = !isQuestion && (isAway(rest) || (name !== undefined && predicateOfName.test(rest)));
        const isPronoun = pronouns.split('|').includes(meant);
        if (isPronoun && !isQuestion && wordsInAll <= mostOfPast && died.test(rest)) return 'DIED_IF_MEANT';
        if (isRelative.test(meant)) return isAbsent ? 'RELATIVE_AWAY' : 'RELATIVE';
        if (!isAbsent) return isPronoun ? null : 'THE_PERSON';
        return isPronoun ? 'AWAY_IF_MEANT' : 'AWAY';
      }
      if (!isQuestion && isAway(clause)) return 'AWAY_IF_MEANT';
      return /^(?:no esta |no se encuentra |no anda |salio |se fue )?(?:mi|la|el|su|nuestr[oa]|los|las|mis) (?!que\b|verdad\b|siento\b)[a-zñ]+/.test(
        clause,
      )
        ? 'SOMEBODY_ELSE'
        : null;
    };
  },
};
