import type { QuestionWords } from '../question.ts';

export const origins: QuestionWords = {
  'where-story-begins': {
    text: '¿Dónde empieza su historia?',
    followUps: ['¿Por qué se conocía ese lugar?', '¿Quiénes vivían cerca?'],
  },
  'people-come-from': {
    text: '¿De dónde venía su gente, según le contaron?',
    followUps: ['¿Quién se lo contó?', '¿Qué trajeron consigo?', '¿Qué dejaron atrás?'],
    reason: 'cada familia empieza en otra parte',
  },
  'story-of-name': {
    text: '¿Cuál es la historia de su nombre?',
    followUps: ['¿Quién lo eligió?', '¿Cómo le decían en casa?'],
    reason: 'los nombres guardan historias',
  },
  'day-you-were-born': {
    text: '¿Qué le han contado del día en que usted nació?',
    followUps: ['¿Quiénes estaban allí?', '¿Quién cuenta esa historia?'],
  },
  'family-names-back': {
    text: '¿Qué nombres salen cuando su familia habla de los viejos tiempos?',
    followUps: ['¿Qué se cuenta de ellos?', '¿Quién lo cuenta?'],
  },
  'grandmothers-kitchen': {
    text: 'Lléveme a la casa de su abuela. ¿A qué huele al entrar?',
    followUps: ['¿Qué había en el fuego?', '¿Dónde se sentaba ella?', '¿Qué le decía cuando usted llegaba?'],
    reason: 'la casa de la abuela se queda con uno',
  },
  'grandfathers-hands': {
    text: '¿Qué hacía su abuelo con las manos?',
    followUps: ['¿Dónde lo hacía?', '¿Qué le dejaba tocar a usted?'],
  },
  'mother-before-you': {
    text: '¿Qué sabe de la vida de su madre antes de que usted llegara?',
    followUps: ['¿Quién le habló de esos años?', '¿Qué esperaba ella entonces?'],
  },
  'father-before-you': {
    text: 'Cuénteme de su padre cuando era joven, antes de ser padre de nadie.',
    followUps: ['¿En qué trabajaba?', '¿Cómo conoció a su madre?'],
  },
  'old-photograph': {
    text: 'Piense en una foto antigua de la familia. ¿Quiénes aparecen en ella?',
    followUps: ['¿Qué ropa llevan?', '¿Qué pasó justo después de tomarla?'],
    reason: 'en una foto vieja cabe una casa entera',
  },
  'journey-here': {
    text: '¿Cómo llegó su familia al lugar donde usted nació?',
    followUps: ['¿Qué llevaban consigo?', '¿Quién los recibió?'],
  },
  'language-at-home': {
    text: '¿Qué idiomas se hablaban en su familia, y quién los hablaba con quién?',
    followUps: ['¿Qué se decía en uno que no se podía decir en otro?', '¿Qué palabras usa todavía?'],
  },
  'family-gathering-old': {
    text: 'Lléveme a una reunión de toda la familia. ¿Quiénes van entrando por la puerta?',
    followUps: ['¿Dónde se sentaba cada uno?', '¿Qué había en la mesa?', '¿Quién hacía reír a los demás?'],
  },
  'heirloom-object': {
    text: '¿Qué objeto antiguo ha pasado de mano en mano en su familia?',
    followUps: ['¿De quién fue al principio?', '¿Dónde está hoy?'],
    reason: 'las cosas duran más que quienes las usaron',
  },
  'which-side': {
    text: '¿A qué lado de la familia salió usted, y en qué se nota?',
    followUps: ['¿Quién se dio cuenta?', '¿Qué le viene del otro lado?'],
  },
  'trait-handed-down': {
    text: '¿Qué se hereda en su familia sin que nadie lo haya enseñado?',
    followUps: ['¿Quién lo tiene hoy?', '¿Cuándo se nota?'],
  },
  'story-told-again': {
    text: '¿Qué historia de familia se contaba una y otra vez?',
    followUps: ['¿Quién la contaba?', '¿Qué decía la gente al final?', '¿De qué parte duda usted?'],
  },
  'hushed-story': {
    text: '¿De qué hablaban los mayores en voz baja?',
    followUps: ['¿Cuándo llegó a entenderlo?', '¿Qué pensaba usted de eso en la infancia?'],
  },
  'ancestor-hardship': {
    text: '¿Por qué dificultades tuvieron que pasar los suyos antes de usted?',
    followUps: ['¿Cómo salieron adelante?', '¿Cómo los marcó?'],
  },
  'family-broken-line': {
    text: '¿Quién faltaba ya en su familia antes de que usted pudiera conocerlo?',
    followUps: ['¿Qué le contaron de esa persona?', '¿Cómo la tenían presente?'],
  },
  'carry-on-custom': {
    text: '¿Qué costumbre de los abuelos mantiene usted todavía?',
    followUps: ['¿Quién la mantiene con usted?', '¿Cómo ha cambiado con el tiempo?'],
  },
  'wish-you-had-asked': {
    text: '¿Qué les preguntaría a sus bisabuelos si vinieran a cenar?',
    followUps: ['¿Qué cree que le preguntarían ellos?', '¿Qué les cocinaría?'],
  },
  'say-to-ancestors': {
    text: '¿A quién de los que vinieron antes le daría las gracias, y por qué?',
    followUps: ['¿Qué hicieron posible?', '¿En qué se le nota a usted?'],
  },
  'what-name-should-mean': {
    text: '¿Qué le gustaría que significara el apellido de su familia?',
    followUps: ['¿Quién de la familia vive así?', '¿Cómo llegó usted a verlo de ese modo?'],
  },
};
