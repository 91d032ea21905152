import type { Label } from '../labels.ts';
import { createConsentRules } from '../rules/consents.ts';
import { bare } from './clauses.ts';
import { plainSpanish } from './plain-words.ts';

const FAMILY =
  '(?:familia|hij[oa]s?|niet[oa]s?|bisnietos|herman[oa]s?|sobrin[oa]s?|nueras?|yernos?|prim[oa]s?|parientes|mujer|esposa|esposo|marido|los mios|mi gente|nadie|ellos|ellas|otros|otra gente|los demas|los chicos|los muchachos)';
const LEARN =
  '(?:lea|lean|leer\\w*|leyendo|vea|vean|ver\\w*|oiga|oigan|oir\\w*|oyendo|escuche|escuchen|escuchar\\w*|entre|entren)';

/** The words that name each consent. */
const NAMES: [Label, RegExp][] = [
  [
    'withdraw-calls',
    /\b(?:llam(?:ar|arme|arnos|ando|ada|adas|adita|aditas|e|es|en|eme|enme|ame|emos)|telefonaz\w+|telefone\w+|marc(?:ar|arme|ando|ame)|me marqu?e[sn]?|por telefono|al telefono|timbr(?:e|en|arme))\b/,
  ],
  [
    'withdraw-texts',
    /\b(?:mensaj\w+|textos|textito\w*|texteo\w*|text(?:ear|earme|ee)|sms|what?s? ?app\w*|wha?tsap\w*|wh?asap\w*|guasap\w*|(?<!\b(?:computadora|maquina|artificial|robot|ordenador|ia) (?:ya )?(?:no )?)me escrib(?:a|as|an)(?! (?:mas )?(?:la |mi |el )?(?:historia|vida|libro|biografia))|escrib(?:irme|anme|ame|eme))\b/,
  ],
  [
    'withdraw-recording',
    /\b(?:grab(?:ar|arme|ado|ados|ando|acion|aciones|e|es|en|eme|ame|adora)|audios?|cintas?|casetes?|mi voz|sonido|registr(?:ar|en|e) (?:mi|la) voz)\b/,
  ],
  [
    'withdraw-writing',
    /\b(?:libr(?:o|ito|os)|biografia|capitulos?|redact\w+|(?<!\b(?:me|nos) )escrib(?:a|as|an|ir|iendo|iera)(?! (?:mensajes|textos|al (?:celular|telefono|movil)))|(?<!\bpor )escrito|memorias|inteligencia artificial|ia|computador\w*|ordenador|maquina|robot)\b/,
  ],
  [
    'withdraw-sharing',
    new RegExp(
      `\\b(?:compart\\w+|(?:se|me) l[oa]s? (?:mand|pas|ensen|muestr|envi|reenvi|lea)\\w* a\\b|ensen(?:e|es|en|ar|arle|arles|arselo|eles|ele)\\b|muestr(?:e|en|es|a)\\b|mostr(?:ar|arle|arles|en|es)\\b|acceso|(?:mand|envi)(?:e|en|es|ar|arle|arles|arselo|ando|ele|eles)(?=.{0,40}\\b${FAMILY}\\b)|${FAMILY}\\b.{0,30}\\b${LEARN}|${LEARN} (?:mas |nada |nada mas |esto |eso |lo mio )*(?:de )?(?:mi |mis |la |los |las |el )?${FAMILY})\\b`,
    ),
  ],
];

/** Words that allow something to go on: “las llamadas están bien, pero sin grabar”. */
const GOES_ON =
  /\b(?:si quieren?|esta bien|estan bien|no (?:me importa|me molesta|hay problema|hay inconveniente|pasa nada con)|sigan?|siga(?:s|n)?|sigamos|seguimos|seguir|sigue|me gusta\w*|me agrada\w*|adelante|como (?:siempre|hasta ahora|antes)|eso si|ahi si|encantad[oa]|pued(?:e|en|es|a|an)|con gusto|(?:solo|nomas|nada mas|unicamente|solamente) (?:llam|escrib|mand|mensaj|por|con|grab|la|las|los|el|habl)\w*|lo demas (?:si|igual|sigue|queda)|si me (?:gusta|gustan)|bienvenid\w+|prefiero|mejor|son otra cosa|si,|siguen? en pie|en cambio|que si)\b|\b(?:llamadas|mensajes|grabacion(?:es)?|libro|audios|llamarme|escribirme|grabar|familia) si\b/;
const ASKED_FOR =
  /^ ?(?:(?:y|asi que|pero|entonces|bueno|ahora|no|si|por favor|mejor|usted|tu) )*(?:llameme|llamame|llamenme|escribame|escribanme|mandeme|mandenme|mandame|grabe|escriba|digame)\b/;
const TAKEN_BACK =
  /\b(?:no(?! (?:me importa|me molesta|hay problema|hay inconveniente))|ni|nunca|jamas|nada|tampoco|dej(?:e|en|es|ar|a|ame|eme|enme) (?!que)|par(?:e|en|ar|elo)|cancel\w+|retir\w+|quit\w+|suspend\w+|basta|se acab\w+|termin\w+|borr\w+|elimin\w+|sin|fuera|olvid\w+|revoc\w+|anul\w+|hart[oa]|cort(?:e|en|ar|ele)|destru\w+|desactiv\w+|saqu(?:e|en)\w*)\b/;

/** Marks where a sentence passes from one consent to another. */
const TURNS =
  /[,.;:]| pero | aunque | y (?=que |lo demas|no |ya no |dej|tampoco|siga|pued|si |las? |los? |el )/;
const WHOLE =
  /\b(?:todo|todito|todos (?:los|mis) (?:permisos|consentimientos)|todas (?:las|mis) autorizaciones|cada permiso|nada de nada|de nada|los cinco|la cosa entera)\b/;
const TAKES_WHOLE =
  /\b(?:par\w+|cancel\w+|retir\w+|revoc\w+|anul\w+|suspend\w+|borr\w+|termin\w+|quit\w+|salir\w*|baja|elimin\w+|detenga\w*|acab\w+)\b[^.;:,]{0,40}\b(?:todo(?!,? (?:de )?(?:las|los|lo)\b)|todos (?:los|mis) (?:permisos|consentimientos)|todas (?:las|mis) autorizaciones)\b/;
const EXCEPT = /\b(?:excepto|menos|salvo|aparte de|fuera de|quitando|con excepcion de)\b/;
const LOT = /\b(?:todo|todito|la cosa entera|nada de nada)\b/;
const CALLS_BESIDE = /\b(?:llam\w+|marqu?\w+|telefonaz\w+|telefone\w+|ni (?:por )?telefono|por telefono)\b/;
const WHENEVER =
  /\b(?:cuando|cada vez que|mientras|si) (?:usted |ustedes |me |nos )*(?:llam|habl|escrib|mand|marc)\w+/g;

/** Other people's calls and messages, and what was long ago: not a consent of the person. */
const OTHERS =
  /^(?:(?:y|pero|entonces|pues) )*(?:mi|su|el|la|los|las|un|una) (?:\w+ ){1,2}?(?:me |nos |le |les |ya |nunca |no |se )*(?:dejo|dejaron|dejaba|queria|quiso|odiaba|odia|colgo|colgaba|paro|prohibio|cancelo|cortaba|corto|rompio|quemo|dijo|decia|llamaba|escribia|mandaba|grababa)\b/;
/** “Mis hijos ya no lo hablan”: relatives do something else than read what was told. */
const RELATIVES = new RegExp(
  `^(?:(?:y|pero|pues|bueno) )*(?:mi|mis|los|las) ${FAMILY} (?:ya no|no|nunca) (?:lo |la |me |se |les? |quier\\w+ |pued\\w+ )*(?!(?:lea|lean|leer|vea|vean|ver|oiga|oigan|oir|escuch|deb|tien|quier|pued|entr|sepa)\\w*)\\w+`,
);
/** One word is an answer: “llamada”. */
const ONE_WORD =
  /^(?:por |una? |la |el |con )?(?!(?:cancel|par|basta|alto|borr|stop|baja|no\b))[a-z]+[.! ]*$/;
const PASSED =
  /\b(?:dejaron de|dejo de|dejaban de|dejaba de|llamaban|llamabamos|llamaba|grababan|grababa|grabaron|mandaban|mandaba|escribian|escribia|escribio|nos prohibieron|prohibieron|en (?:aquellos|aquel|esa|aquella) (?:tiempos?|entonces|epoca)|cuando (?:era|yo era|eramos|trabajaba))\b(?!.*\b(?:ya no quiero|no quiero|deje|dejen|quiten|quite|cancel\w+|no me (?:llam|escrib|grab|mand)\w+)\b)/;
/** “Me dijeron que ya no llamara”: somebody else's words in a story. */
const REPORTED =
  /\b(?:(?:me|nos|le|les) (?:grito|contesto|ordeno|mando)|dijo|dijeron|decia|decian|dice|dicen|gritaba|pidio|pidieron|escribio)\b(?!.*\b(?:yo|no quiero|ya no quiero|prefiero|retiro|asi que|por eso|quiero)\b)/;
const SUPPOSED =
  /^(?:(?:y|pero|bueno|pues|oiga|ah) )*(?:si (?:algun dia|un dia|alguna vez|yo (?:quisiera|decid\w+)|me (?:canso|arrepiento)|cambio|decid\w+|quisiera)|que pasa si|que pasaria|y si|puedo (?:siempre|despues|luego|todavia|mas adelante)|como (?:hago|puedo|le hago|se hace)|se puede|podria|podre)\b|\b(?:extranaria|echaria de menos|no (?:deje|dejen|pare|paren) (?:nunca )?de (?:llamar|escribir|mandar|grabar))\w*\b|\bno quiero que (?:se acab|dej|par|termin)\w+/;
/** Asking not to be called at certain times doesn't end the calls. */
const AT_A_TIME =
  /\bno me (?:llam|escrib|mand|marqu|habl)\w+(?: usted| ustedes| por favor| mensajes)? (?:tan (?:temprano|tarde|seguido)|a (?:la hora|las?|esa hora|esta hora|media)|en (?:la (?:manana|noche|tarde|siesta)|domingo|sabado)|l[oa]s? (?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|mananas?|noches?|tardes?)|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|hoy|manana|esta (?:semana|tarde|noche)|este (?:mes|lunes|martes|miercoles|jueves|viernes|sabado|domingo)|mientras|durante|por (?:ahora|la (?:manana|noche|tarde))|antes de|despues de|cuando|de noche|al (?:mediodia|trabajo)|desde (?:un|numero)|con numero)\b|\b(?:sin voz|estoy ronc[oa]|por hoy|por ahora|hasta (?:el|la) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|semana|proxima)|esta (?:semana|noche|tarde) no)\b/;
const JUST_SAID =
  /\b(?:(?:eso|esto|lo) que (?:le |te )?(?:acabo de|dije|conte|he dicho|he contado)|(?:esa|esta) (?:parte|historia)|lo (?:de|del) \w+|esto ultimo)\b/;
const ENDS_SHARING = new RegExp(
  `\\b(?:ya no quiero que|no quiero que|que ya no|que no) (?:lo |la |me )?(?:(?:mi|mis|la|los) ${FAMILY} (?:ya )?(?:no )?(?:me |lo |la )?${LEARN}|${LEARN} (?:mas )?(?:mi|mis|la|los) ${FAMILY})\\b.{0,40}\\b(?:mas|ya|en adelante|nada|nunca mas|de nuevo)\\b|\\bya no quiero que (?:lo |la |me )?(?:mi|mis|la|los) ${FAMILY} (?:lo |la |me )?${LEARN}\\b|\\b(?:quite|quiten|corte|corten|saque|saquen|retire|retiren)(?:le|les|nle|nles) (?:el|todo) (?:acceso|permiso)\\b`,
);
const KEYWORD =
  /^(?:stop|stop all|stopall|unsubscribe|parar|pare|paren|para|alto|basta|cancelar|cancela|cancele|cancelen|baja|dar de baja|darme de baja|deme de baja|fin|terminar|detener|detenga|salir|no mas|no mas mensajes|quitar)$/;
const LEAVE_ALONE =
  /^(?:(?:por favor|si|no|ay|bueno|mire|mira|oiga|oye|y|pues|ya|ustedes) ?,? )*(?:dej(?:eme|enme|ame)(?: ya)? (?:en paz|tranquil[oa]|sol[oa])|(?:ya )?no quiero (?:saber (?:mas )?nada(?: mas)? de (?:esto|ustedes|usted|este asunto)|seguir (?:mas )?(?:con|en) esto|participar(?: mas)?|hacer (?:mas )?esto(?: mas)?))(?= ?(?:$|[.,!?;]|por favor|ya|nunca|mas))/;

/** Words that take a consent back whatever the model makes of them. */
const UNMISTAKABLE =
  /\b(?:(?:ya )?no (?:quiero|deseo|me gustaria|necesito) (?:que )?(?:(?:me |nos )?(?:llam|mand|grab|escrib)\w+ (?:mas|ya|nunca mas)|(?:mas|ya) (?:llamadas|mensajes|mensajitos|grabaciones|textos|audios|libro)|(?:recibir|mas) (?:sus )?(?:llamadas|mensajes))|(?:ya no|nunca mas|no) me (?:llam(?:e|es|en)|mand(?:e|es|en) (?:mas )?(?:mensajes|mensajitos|textos|audios)|grab(?:e|es|en))(?: usted)?(?: mas| ya| nunca mas| por favor)|ya no me (?:llam(?:e|es|en)|mand(?:e|es|en) (?:mensajes|mensajitos|textos)|grab(?:e|es|en)|escrib(?:a|as|an))|dej(?:e|en|a|ame) de (?:llamarme|mandarme (?:mensajes|mensajitos|textos)|grabarme|escribirme)|(?:retiro|revoco|cancelo|quito|anulo) (?:el|mi|todo el|todos (?:los|mis)|los|mis) (?:consentimientos?|permisos?|autorizacion(?:es)?)|(?:borr(?:e|en|a)|elimin(?:e|en|a)) (?:ya )?(?:todas )?(?:las|mis|esas|los) (?:grabaciones|cintas|audios)|que (?:la|una) (?:maquina|computadora|inteligencia artificial) (?:ya )?no (?:me )?escriba|(?:no|tampoco) quiero que (?:la|una|el|un) (?:maquina|computadora|inteligencia artificial|ia|robot|ordenador) (?:siga |me |ya )*escrib\w+)\b/;

/** The consents that unmistakable words take back. */
export function takesBack(sentence: string): Label[] {
  const found = UNMISTAKABLE.exec(plainSpanish(sentence));
  if (!found) return [];
  const named = consentsNamedIn(sentence);
  if (named.length > 0) return named;
  return /^(?:retiro|revoco|cancelo|anulo)/.test(found[0])
    ? NAMES.map(([label]) => label)
    : consentsNamedIn(found[0]);
}

export const {
  consentsNamedIn,
  endsSharing,
  isStopKeyword,
  keepsBackWhatWasSaid,
  letsGoOn,
  takesConsentBack,
  takesNothingBack,
  wantsToBeLeftAlone,
} = createConsentRules({
  plain: plainSpanish,
  names: NAMES,
  goesOn: GOES_ON,
  askedFor: ASKED_FOR,
  takenBack: TAKEN_BACK,
  turns: TURNS,
  adds: /^ ?y\b/,
  whole: WHOLE,
  takesWhole: TAKES_WHOLE,
  except: EXCEPT,
  lot: LOT,
  callsBeside: CALLS_BESIDE,
  whenever: WHENEVER,
  nothing: [OTHERS, RELATIVES, ONE_WORD, PASSED, REPORTED, SUPPOSED, AT_A_TIME],
  justSaid: JUST_SAID,
  endsSharing: ENDS_SHARING,
  leaveAlone: LEAVE_ALONE,
  keyword: KEYWORD,
  bare,
});
