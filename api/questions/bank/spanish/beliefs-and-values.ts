import type { QuestionWords } from '../question.ts';

export const beliefsAndValues: QuestionWords = {
  'right-and-wrong': {
    text: '¿Cómo aprendió usted lo que está bien y lo que está mal?',
    followUps: ['¿Quién lo mostraba con hechos?', '¿Cuándo se puso a prueba?'],
  },
  'saying-in-family': {
    text: '¿Qué dicho guiaba a la gente de su familia?',
    followUps: ['¿Quién lo decía?', '¿Cuándo se oye usted diciéndolo?'],
    reason: 'con los dichos las familias heredan lo suyo',
  },
  'faith-growing-up': {
    text: '¿Qué lugar tenía la fe en la casa donde creció?',
    followUps: ['¿Qué le gustaba de eso?', '¿Qué no entendía?'],
  },
  'what-you-stand-for': {
    text: '¿Qué cosas ha defendido usted siempre?',
    followUps: ['¿Cuándo le costó algo?', '¿Quién estuvo de su lado?'],
  },
  'church-or-temple': {
    text: 'Lléveme adentro de un lugar de oración o de silencio que usted conoció.',
    followUps: ['¿Qué se oía?', '¿Dónde se sentaba su familia?', '¿Adónde se le iba el pensamiento?'],
  },
  'stood-up-once': {
    text: 'Cuénteme de una vez que usted habló cuando otros callaban.',
    followUps: ['¿Qué dijo?', '¿Qué le pasó después?'],
  },
  'changed-mind': {
    text: '¿En qué cambió de opinión?',
    followUps: ['¿Quién o qué le hizo cambiar?', '¿Qué creía antes?'],
  },
  'voting-politics': {
    text: '¿Cómo entró la política en su vida?',
    followUps: ['¿De qué se hablaba en la mesa?', '¿Cuándo participó usted?'],
  },
  'act-of-kindness': {
    text: '¿Qué acto de bondad vio una vez y todavía tiene presente?',
    followUps: ['¿Quién más lo vio?', '¿Qué le movió a hacer a usted?'],
  },
  'promise-kept': {
    text: '¿Qué promesa cumplió, aunque no era fácil?',
    followUps: ['¿A quién se la hizo?', '¿Qué le exigió cumplirla?'],
  },
  'person-to-look-up': {
    text: '¿A quién admiraba usted, y qué hacía esa persona?',
    followUps: ['¿Cuándo la vio hacerlo?', '¿Qué tomó usted de ella?'],
  },
  'prayer-or-silence': {
    text: '¿Qué hace usted cuando necesita calma?',
    followUps: ['¿Adónde va?', '¿Quién se lo enseñó?'],
  },
  'honesty-tested': {
    text: '¿Cuándo le costó decir la verdad?',
    followUps: ['¿Qué hizo al final?', '¿Qué aprendió de eso?'],
  },
  'wonder-moment': {
    text: '¿Cuándo le dejó el mundo sin aliento?',
    followUps: ['¿En qué lugar estaba?', '¿A quién se lo contó?'],
  },
  'giving-back': {
    text: '¿Cómo echaba una mano en su pueblo, su iglesia o su barrio?',
    followUps: ['¿Qué le tocaba hacer?', '¿Qué salió de eso?'],
  },
  'injustice-seen': {
    text: '¿Qué injusticia vio con sus propios ojos?',
    followUps: ['¿Qué le hizo sentir?', '¿Qué se podía hacer entonces?'],
  },
  'what-is-enough': {
    text: '¿Qué necesita una persona para vivir bien?',
    followUps: ['¿Cómo llegó a pensarlo?', '¿Qué resultó no tener importancia?'],
  },
  'luck-or-doing': {
    text: '¿Cuánto de su vida fue suerte, y cuánto lo hizo usted?',
    followUps: ['¿Dónde entró la suerte?', '¿Dónde tomó usted el timón?'],
  },
  'doubt-in-faith': {
    text: '¿De qué dudó usted, y en qué terminó esa duda?',
    followUps: ['¿Con quién podía hablarlo?', '¿Qué piensa hoy?'],
  },
  'fear-of-death': {
    text: '¿Cómo piensa usted en lo que viene al final de la vida?',
    followUps: ['¿Qué le da paz?', '¿Con quién lo ha hablado?'],
  },
  'regret-value': {
    text: '¿Qué haría de otra manera si pudiera?',
    followUps: ['¿Qué no sabía usted entonces?', '¿Qué bueno salió de eso?'],
  },
  'happiness-what-is': {
    text: '¿Cómo se ve la felicidad en un día cualquiera?',
    followUps: ['¿Quién está en esa imagen?', '¿Qué la quita?'],
  },
  'value-to-hand-on': {
    text: '¿Qué espera que los jóvenes de su familia no suelten?',
    followUps: ['¿Cómo se lo muestra usted?', '¿Dónde lo ha visto en ellos?'],
  },
  'world-changed-good': {
    text: '¿Qué ha cambiado para bien en el mundo durante su vida?',
    followUps: ['¿Cuándo lo notó?', '¿Quién lo hizo posible?'],
  },
  'world-worry': {
    text: '¿Qué no deberían dejar perder los jóvenes?',
    followUps: ['¿Por qué le importa?', '¿Qué puede hacer una persona?'],
  },
  'word-for-life': {
    text: 'Si su vida tuviera un lema sobre la puerta, ¿qué diría?',
    followUps: ['¿Dónde encontró esas palabras?', '¿Quién más vive así?'],
  },
};
