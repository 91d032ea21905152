/** Words of a deed or a custom, and what may be asked about it. {1} and {2} are what the pattern caught. */
export interface Cue {
  /** Matches bare words. */
  heard: RegExp;
  ask: readonly string[];
  score: number;
  /** Not where these words stand beside it. */
  unless?: RegExp;
}

/** What a person did themself, or many did: no other subject stands before the verb. */
const OWN =
  '(?<!\\b(?:el|ella|ellos|ellas|papa|mama|abuel[oa]|hermano|hermana|tio|tia|padre|madre|esposo|esposa|marido) )';

/** “Bordar”, “hacer mole”, “tocar la guitarra”. */
const DEED =
  '(?:hacer|tocar|preparar|usar|montar|cocinar|leer y|andar en) (?:el |la |los |las )?[a-z]+|[a-z]+(?:ar|er|ir)';

export const CUES: readonly Cue[] = [
  {
    heard: new RegExp(`\\b${OWN}aprend(?:i|imos) a (${DEED})\\b`),
    ask: ['¿Quién le enseñó a {1}?', '¿Cómo aprendió a {1}?'],
    score: 6.6,
    unless: /\b(?:me|nos) enseno\b/,
  },
  {
    heard: new RegExp(`\\b(?:me|nos) ensen(?:o|aba|aron) (?:a )?(${DEED})\\b`),
    ask: ['¿Cómo fue aprender a {1}?', '¿Cómo eran esas lecciones?'],
    score: 6.5,
  },
  {
    heard: /\bjug(?:aba|abamos|ue|amos|abas) (?:mucho )?((?:al|a la|a las|a los) [a-z]+(?: de [a-z]+)?)\b/,
    ask: ['¿Cómo se jugaba {1}?', '¿Quiénes jugaban con usted?'],
    score: 6.6,
    unless: /\bjug\w+ a (?:la|las) (?:calle|plaza|escuela)\b/,
  },
  {
    heard: /\bjug(?:aba|abamos|ue|amos) (?:mucho |siempre )?(?:en|con|todo)\b/,
    ask: ['¿A qué jugaban?', '¿Quiénes jugaban con usted?'],
    score: 6.2,
  },
  {
    heard:
      /\b(?:me gustaba|nos gustaba|me encantaba|nos encantaba) (?:mucho )?bailar\b|\bbail(?:aba|abamos|amos|e)\b/,
    ask: ['¿Con quién bailaba usted?', '¿Qué música tocaban?'],
    score: 6.4,
  },
  {
    heard: /\b(?:me gustaba|me encantaba) (?:mucho )?cantar\b|\bcant(?:aba|abamos|aban|e)\b/,
    ask: ['¿Qué canciones eran esas?', '¿Dónde se cantaba?'],
    score: 6,
  },
  {
    heard:
      /\btoc(?:aba|o|aban|e|abamos) (?:muy bien )?(?:el|la|los|las) (?:acordeon|guitarra|piano|violin|trompeta|tambor\w*|marimba|arpa|flauta|bandoneon|charango)\b/,
    ask: ['¿Qué música se tocaba?', '¿En qué ocasiones se tocaba?'],
    score: 6.2,
  },
  {
    heard: /\bhubo musica|\bhabia musica\b/,
    ask: ['¿Qué música se oía en su casa?', '¿Quién traía la música?'],
    score: 6.4,
  },
  {
    heard: /\b(?:me case|nos casamos)\b/,
    ask: ['¿Cómo fue el día de su boda?', '¿Quiénes estuvieron en su boda?'],
    score: 6.8,
  },
  {
    heard: /\bconoci a mi (?:esposo|esposa|marido|mujer|novio|novia)\b|\bnos conocimos\b/,
    ask: ['¿Cómo fue ese primer encuentro?', '¿Qué se dijeron esa primera vez?'],
    score: 6.6,
  },
  {
    heard:
      /\b(?:nos fuimos|me fui|nos vinimos|me vine|nos mudamos|me mude|emigre|emigramos|llegamos|llegue|me mandaron|nos mandaron) (?:a vivir |a trabajar |solo |sola |todos )?(?:a|para) ([a-z]+)\b/,
    ask: ['¿Cómo fue llegar a {town}?', '¿Cómo fue ese viaje?', '¿Qué llevaban con ustedes?'],
    score: 6.7,
    unless: /\b(?:a|para) (?:la|el|las|los|mi|su|dormir|comer|casa)\b/,
  },
  {
    heard:
      /\b(?:caminabamos|caminaba|ibamos caminando|iba caminando|ibamos a pie|iba a pie)\b.*\b(?:escuela|colegio)\b|\b(?:escuela|colegio)\b.*\b(?:caminando|a pie|caminabamos|caminaba)\b/,
    ask: ['¿Cómo era el camino a la escuela?', '¿Quién hacía ese camino con usted?'],
    score: 6.8,
  },
  {
    heard: /\b(?:queria|sonaba con) ser ([a-z]+)\b/,
    ask: ['¿Qué pasó con ese sueño?', '¿De dónde le venía la idea de ser {1}?'],
    score: 6.7,
  },
  {
    heard:
      /\bno (?:habia|teniamos|tenia|hubo) (luz|agua|electricidad|telefono|television|radio|estufa|medico|doctor|escuela|carro|coche|zapatos|refrigerador|gas|camino|carretera|drenaje)\b/,
    ask: ['¿Cómo se las arreglaban sin {1}?'],
    score: 7,
  },
  {
    heard: /\b(?:nos levantabamos|me levantaba|se levantaba)\b/,
    ask: ['¿Y cómo seguía el día, después de levantarse?', '¿Qué era lo primero que hacían al levantarse?'],
    score: 6.3,
  },
  {
    heard: /\b(?:todos los|cada|los) (domingo|sabado|verano|invierno|viernes)s?\b/,
    ask: ['¿Cómo era uno de esos {1}s?'],
    score: 6.4,
  },
  {
    heard:
      /\b(?:todas las|cada|las) (tarde|noche|manana|navidad)s?\b(?! de)(?!.*\b(?:una|seis|siete|ocho|cinco|cuatro|tres|dos)\b)/,
    ask: ['¿Cómo era una de esas {1}s?'],
    score: 5.6,
  },
  {
    heard:
      /\beramos (?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|muchos|\d+)(?: hermanos| hijos| de familia)?\b/,
    ask: ['¿Qué lugar tenía usted entre sus hermanos?', '¿Cómo se acomodaban todos en la casa?'],
    score: 6.7,
    unless: /\beramos \w+ (?:amigos|primos|companeros)/,
  },
  {
    heard: /\bdormiamos (?:todos|tod[oa]s)?\b/,
    ask: ['¿Cómo se acomodaban todos para dormir?', '¿Quiénes dormían ahí?'],
    score: 6.2,
  },
  {
    heard:
      /\bnacio (?:mi|nuestr[oa]) (?:prim\w+ )?(?:hij[oa]|niet[oa]|beb[e]|nin[oa])\b|\bnacieron (?:mis|nuestr[oa]s)\b|\btuve a mi (?:hij[oa]|prim\w+)/,
    ask: ['¿Cómo fue ese día?', '¿Quién estuvo con usted ese día?'],
    score: 6.9,
  },
  {
    heard:
      /\b(?:me|nos) rob(?:aron|o)\b|\bse (?:me |nos )?(?:perdio|rompio|quemo|cayo|hundio|inundo|incendio)\b|\btemblo\b|\bme escape\b|\bnos escapamos\b|\b(?:choque|chocamos|me perdi|nos perdimos|me cai)\b/,
    ask: ['¿Qué pasó después?', '¿Y usted qué hizo entonces?'],
    score: 6.5,
  },
  {
    heard: /\b(?:gane|ganamos)\b/,
    ask: ['¿Cómo fue ese día?', '¿Quién estaba con usted?'],
    score: 6,
  },
  {
    heard: /\bahorr(?:e|amos|aba|abamos) (?:\w+ ){0,3}(?:para|y)\b/,
    ask: ['¿Cómo logró ahorrar para eso?', '¿Cuánto tiempo estuvo ahorrando?'],
    score: 6.3,
  },
  {
    heard: /\btrabaj(?:e|aba|o|abamos) (?:muchos anos )?(?:de|como) ([a-z]+)\b/,
    ask: ['¿Cómo era un día de trabajo de {1}?', '¿Cómo empezó en ese trabajo?'],
    score: 6.6,
    unless: /\btrabaj\w+ de (?:noche|dia|lunes|sol|la|las|madrugada|manana)\b/,
  },
  {
    heard:
      /\b(?:yo )?fui (maestra|maestro|enfermera|enfermero|costurera|secretaria|telefonista|obrera|obrero|chofer|carpintero|albanil|minero|pescador|partera|cocinera|cocinero|mecanico|electricista|soldado|marinero|campesino|panadero|zapatero|sastre|modista|vendedora|vendedor|contador|contadora|medica|medico|abogado|abogada|policia|bombero|cartero|taxista|peluquera|peluquero|profesora|profesor)\b/,
    ask: ['¿Cómo era un día de trabajo de {1}?', '¿Cómo llegó usted a ser {1}?'],
    score: 6.7,
  },
  {
    heard:
      /\bmi (papa|padre|abuelo|mama|madre|abuela|esposo|marido|tio|tia|hermano|hermana) (?:era|fue) (carpintero|panadero|zapatero|albanil|minero|pescador|sastre|herrero|maestro|maestra|campesino|costurera|partera|enfermera|musico|ferrocarrilero|arriero|peon|jornalero|obrero|comerciante|carnicero|chofer|mecanico|ganadero|cocinera|modista|marinero|policia|telegrafista|medico|doctor|abogado|peluquero|barbero|electricista|plomero|agricultor|pastor|lechero)\b/,
    ask: ['¿Dónde trabajaba su {1}?', '¿Cómo era un día de trabajo de su {1}?'],
    score: 6.5,
  },
  {
    heard:
      /\ba mi (papa|padre|abuelo|mama|madre|abuela|esposo|marido|tio|tia|hermano|hermana) le (?:gustaba|encantaba) ([a-z]+(?:ar|er|ir))\b/,
    ask: ['¿Dónde le gustaba {2} a su {1}?', '¿Cómo aprendió su {1} a {2}?'],
    score: 6.3,
  },
  {
    heard: /\b(?:contaba|contaban|platicaba) (?:\w+ )?(?:cuentos|historias|leyendas)\b/,
    ask: ['¿Qué historias eran esas?', '¿Cómo contaba esas historias?'],
    score: 7.4,
  },
  {
    heard:
      /\b(?:nos reimos|nos reiamos|me rei|nos dio (?:mucha )?risa|nos daba (?:mucha )?risa|nos moriamos de risa)\b/,
    ask: ['¿Qué les daba tanta risa?'],
    score: 6.4,
  },
  {
    heard: /\b(?:pescabamos|pescaba|ibamos a pescar|iba a pescar)\b/,
    ask: ['¿Con quién iba a pescar?', '¿Qué se pescaba ahí?'],
    score: 6.3,
  },
  {
    heard: /\b(?:nadabamos|nadaba|nos banabamos) en (?:el|la)\b/,
    ask: ['¿Quiénes iban con usted?', '¿Cómo era el agua ahí?'],
    score: 5.9,
  },
  {
    heard: /\b(?:hice el|hizo el|en el) servicio militar\b|\bme llevaron al (?:ejercito|cuartel|servicio)\b/,
    ask: ['¿Cómo era un día en el servicio?', '¿Quiénes eran sus compañeros ahí?'],
    score: 6.5,
  },
  {
    heard: /\b(?:naci en|soy de|me crie en|creci en) (?:el |la |un |una )?([a-z]+)/,
    ask: ['¿Cómo era {town} en su infancia?', '¿Quiénes vivían con usted en {town}?'],
    score: 7,
    unless:
      /\b(?:naci en|soy de) (?:\d|el ano|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|casa|familia)/,
  },
  {
    heard: /\bvivi(?:amos|a) (arriba|encima|atras|detras|al lado|cerca|junto)\b/,
    ask: ['¿Cómo era vivir ahí?', '¿Qué se oía desde su casa?'],
    score: 5.6,
  },
  {
    heard: /\b(?:nos robabamos|nos escapabamos|nos escondiamos|me escapaba|me escondia)\b/,
    ask: ['¿Y qué pasaba si alguien se daba cuenta?', '¿A quién se le ocurrían esas cosas?'],
    score: 6.5,
  },
  {
    heard:
      /\b(?:era|eramos|fui) (?:muy |bien )?(?:travies[oa]s?|tremend[oa]s?|inquiet[oa]s?|vag[oa]s?)\b|\btravesuras\b/,
    ask: ['¿Qué travesuras eran esas?'],
    score: 6.5,
  },
  {
    heard:
      /\bmi (papa|padre|abuelo|mama|madre|abuela|tio|tia|esposo|marido|hermano|hermana) (?:planchaba|lavaba|cosia|bordaba|trabajaba|limpiaba|molia|ordenaba|sembraba|pescaba|manejaba|cargaba|tejia|costuraba)\b/,
    ask: ['¿Cómo era un día de trabajo de su {1}?'],
    score: 6.3,
  },
  {
    heard:
      /\bmi (papa|padre|abuelo|bisabuelo|tio|hermano|esposo|marido) (?:fue|era|estuvo en|peleo en|anduvo en|lucho en) (?:soldado|militar|revolucionario|guerrillero|la guerra|la revolucion|el ejercito)\b/,
    ask: ['¿Qué contaba su {1} de aquel tiempo?'],
    score: 6.7,
  },
  {
    heard: /\b(?:llore|lloramos|lloraba)\b/,
    ask: ['¿Qué pasó después?', '¿Quién estaba con usted entonces?'],
    score: 6,
  },
  {
    heard: /\bllego la (luz|electricidad|television|carretera)\b/,
    ask: ['¿Cómo cambió la vida cuando llegó la {1}?'],
    score: 6.8,
  },
  {
    heard: /\b(?:vendia|vendiamos|vendi)\b/,
    ask: ['¿Cómo era un día de venta?', '¿Quiénes compraban?'],
    score: 5.9,
  },
  {
    heard: /\blav(?:aba|abamos|aban) (?:la )?ropa\b/,
    ask: ['¿Cómo era un día de lavar?', '¿Quiénes lavaban ahí con usted?'],
    score: 6.1,
  },
  {
    heard: /\bjug(?:aba|abamos|ue) (?:al? )?(?:futbol|beisbol|basquetbol|voleibol|tenis)\b/,
    ask: ['¿Cómo eran esos partidos?', '¿Dónde se jugaba?'],
    score: 6.4,
  },
  {
    heard:
      /\bsiempre me (?:gusto|gustaron|ha gustado|han gustado)\b|\bme (?:gustaba|gustaban|encantaba|encantaban) (?:mucho )?(?:la|el|las|los|leer|escribir|dibujar|pintar|coser|cocinar|estudiar)\b/,
    ask: ['¿De dónde le viene ese gusto?', '¿Cómo empezó ese gusto?'],
    score: 6,
  },
  {
    heard:
      /\bestudi(?:e|aba) (?:para )?(?:secretaria|maestra|maestro|enfermera|enfermeria|contabilidad|medicina|derecho|ingenieria|mecanica|magisterio|comercio|corte y confeccion)\b/,
    ask: ['¿Cómo llegó a estudiar eso?', '¿Cómo eran las clases?'],
    score: 6.1,
  },
  {
    heard: /\ble (?:compre|regale|lleve|di|mande) (?:un|una|unos|unas|el|la|los|las|mi|mis)\b/,
    ask: ['¿Qué dijo cuando lo recibió?', '¿De dónde salió esa idea?'],
    score: 6.6,
  },
];

/** At the end of a story, somebody said something to the person. */
export const SPEECH = /\b(?:me|nos) (?:dijo|contesto|pregunto|grito|respondio)\b[^.!?]*[.!?"”»]*$/;
export const VIEW =
  /\b(?:yo (?:creo|pienso|digo|siempre digo|siempre he creido)|pienso que|creo que (?:la gente|uno|los|las|hay que)|lo (?:importante|principal|unico que importa)|hay que|uno (?:debe|tiene que|aprende)|la vida es)\b/;
export const HABIT =
  /\b(?:siempre|todos los|todas las|cada (?:dia|noche|semana|ano|vez|domingo|verano|tarde|manana)|por las (?:tardes|mananas|noches)|en aquellos (?:anos|tiempos)|antes (?:se|uno|la gente)|soliamos|acostumbrab\w+|los (?:domingos|sabados|viernes|veranos|lunes))\b/;
