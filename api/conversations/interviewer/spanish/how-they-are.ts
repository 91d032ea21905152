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
  `(?:mi|la) voz no (?:esta|anda|sale|me sale)(?:${so} bien)?|no esta${so} bien mi voz|no me sale la voz`,
  `no tengo (?:mucha |ya )?(?:voz|fuerzas?|animos?)`,
  `(?:ya )?no (?:doy|puedo) (?:mas|una)`,
  `(?:a mi )?ya no me importa(?: (?:ya|nada|mas|la vida))*|no me importa (?:ya )?nada`,
  `ya no hay nada|no hay nada ya`,
  `(?:ya )?no se me pasa|no me pasa nada`,
  `no he (?:dormido|descansado|comido)(?: (?:bien|nada))*|no (?:duermo|descanso|como)(?: (?:bien|nada))*`,
);

const before =
  '(?:(?:pero|y|yo|es que|porque|aunque|la verdad|hoy|ahora|ahorita|ultimamente|fijese que|lo que pasa es que|a mi) )*';
const after = `(?= *$|(?: ${any('senorita|senora|senor|hij[oa]|mij[oa]|evertold|hoy|ahora|ahorita|ya|tampoco|la verdad|de verdad|gracias|para nada|ultimamente|estos dias|de salud|si|no')})+ *$| (?:no|si|y|pero|asi que|porque)\\b)`;

/** Finds words by which a person says how they are: “no estoy bien”. “No estoy de acuerdo” is none. */
export const howTheyAre = new RegExp(`(?:^|(?<= ))${before}${state}${after}`);
