const any = (...words: string[]) => `(?:${words.join('|')})`;

const so = `(?: ${any('muy|tan|mas|nada|algo|bien|un poco|un poquito|bastante|ya|ahora|ahorita|hoy|del todo|todavia')})*`;
const am = any(
  'estoy|ando|sigo|me siento|me encuentro|me veo|amaneci|he estado|he andado|estaba|me quede|me pongo',
);
const well = any('bien|buen[oa]?|content[oa]|feliz|tranquil[oa]|yo|para nada|para esto|en mi');
const unwell = any(
  'mal|malit[oa]|fatal|cansad[oa]|cansadit[oa]|agotad[oa]|rendid[oa]|enferm[oa]|enfermit[oa]|triste|debil|sol[oa]',
  'maread[oa]|adolorid[oa]|deprimid[oa]|preocupad[oa]|asustad[oa]|indispuest[oa]|resfriad[oa]|ronc[oa]|afonic[oa]|en cama',
);

/** Clauses about how the person feels (“I'm not well”). Their “not” refuses nothing. */
const state = any(
  `(?:ya )?no ${am}${so} ${well}`,
  `(?:muy |tan )?bien (?:ya )?no (?:estoy|ando|me siento|me encuentro)`,
  `(?:ya )?no me (?:va|ha ido|esta yendo)${so} bien`,
  `${am}${so} ${unwell}`,
  `(?:tengo|me da) (?:mucho |mucha |un poco de |algo de )?(?:sueno|gripe|tos|fiebre|frio|miedo|dolor(?: de [a-z]+)?)`,
  `me duelen? (?:mucho )?(?:la|el|las|los|todo)(?: [a-z]+)?`,
  `no tengo (?:mucha |ya |buena )?(?:voz|fuerzas?|animos?|apetito|hambre|energias?|ganas de comer)`,
  `(?:no|nada) (?:muy |tan |del todo )?(?:bien|mal)|ni bien ni mal|regular(?:cit[oa])?(?: (?:nomas|nada mas))?`,
  `(?:yo )?no me quejo|no (?:me )?puedo quejar(?:me)?`,
  `no (?:(?:la |lo |le |te )?(?:oigo|escucho)|veo)${so} bien`,
  `(?:ya )?no soy (?:(?:el|la) (?:de antes|mism[oa]|que era)|joven|un[oa] (?:jovencit[oa]|nin[oa]))`,
  `(?:la|el|mi) (?:rodilla|cadera|espalda|pierna|vista|oido|corazon|cabeza|salud|mano)s? (?:ya )?no (?:me )?(?:anda|esta|va|ayuda|sirve|deja)n?(?:${so} bien)?`,
  `(?:este |hoy )?no es (?:un |mi )(?:buen )?dia|no estoy en mi mejor (?:momento|dia)`,
  `no se (?:que|lo que) (?:me pasa|tengo)|(?:aqui )?con mis achaques|(?:ando|estoy|sigo) con (?:la |una )?(?:gripe|gripa|tos|fiebre|catarro)`,
  `no (?:pude|puedo|he podido) dormir(?: (?:nada|bien))*|no (?:dormi|descanse|comi)(?: (?:bien|nada|anoche))*`,
  `(?:ya )?no (?:doy|puedo) (?:mas|una)`,
  `(?:a mi )?ya no me importa(?: (?:ya|nada|mas|la vida))*|no me importa (?:ya )?nada`,
  `ya no hay nada|no hay nada ya`,
  `(?:ya )?no se me pasa|no me pasa nada`,
  `no he (?:dormido|descansado|comido)(?: (?:bien|nada))*|no (?:duermo|descanso|como)(?: (?:bien|nada))*`,
);

/** How the voice is, at the beginning of a clause: “grabar mi voz no está bien” is of the recording. */
const ofVoice = any(
  `(?:mi|la) voz (?:ya )?no (?:me )?(?:esta|anda|sale|suena)(?:${so} (?:bien|buena))?|no esta${so} bien mi voz|no me sale la voz`,
  `(?:mi|la) voz (?:ya )?no (?:(?:me )?sirve(?: (?:para nada|de nada))?|es (?:buena|la misma|la de antes|lo que era))`,
);

const before =
  '(?:(?:pero|y|yo|es que|porque|aunque|la verdad|hoy|ahora|ahorita|ultimamente|fijese que|lo que pasa es que|a mi) )*';
const aside = any(
  'senorita|senora|senor|hij[oa]|mij[oa]|evertold|hoy|ahora|ahorita|ya|tampoco|la verdad|de verdad|gracias|para nada|ultimamente|anoche|estos dias|de salud',
);
/** After these words comes nothing but asides, or another clause. */
const after = `(?:(?: ${aside})+(?= *$))?(?= *$|(?: (?:${aside}|si|no))+ *$| (?:no|si|y|pero|asi que|porque)\\b)`;

/** Finds words by which a person says how they are: “no estoy bien”. “No estoy de acuerdo” is none. */
export const howTheyAre = new RegExp(
  `(?:(?:^|(?<= ))${before}${state}|^(?:(?:ay|pues|mire) )*${before}${ofVoice})${after}`,
);
