import type { QuestionWords } from '../question.ts';

export const childhoodHome: QuestionWords = {
  'house-grew-up': {
    text: 'Hábleme de la casa donde creció. ¿Cómo se veía desde la calle?',
    followUps: [
      '¿Quiénes vivían allí con usted?',
      '¿Por qué puerta entraba la gente?',
      '¿Qué había detrás de la casa?',
    ],
  },
  'kitchen-first': {
    text: 'Lléveme a la cocina de su infancia. ¿Qué hay en el fuego?',
    followUps: ['¿Quién está allí de pie?', '¿Dónde se sienta usted?', '¿Qué se oye desde afuera?'],
    reason: 'en la cocina pasa la vida de la familia',
  },
  'voices-in-house': {
    text: '¿Qué voces llenaban la casa donde usted creció?',
    followUps: ['¿De quién conocía hasta los pasos?', '¿Quién hablaba poco?'],
  },
  'street-outside': {
    text: '¿Qué pasaba en la calle, delante de su puerta?',
    followUps: ['¿Quiénes eran los vecinos?', '¿Qué se oía de noche?'],
  },
  'morning-at-home': {
    text: '¿Cómo empezaba en su casa una mañana cualquiera?',
    followUps: [
      '¿Quién se levantaba antes que los demás?',
      '¿Qué desayunaban?',
      '¿Por qué había que apurarse?',
    ],
    reason: 'los días comunes son los que se pierden',
  },
  'who-sat-where': {
    text: '¿Quién se sentaba dónde a la hora de comer?',
    followUps: ['¿De qué se hablaba?', '¿Qué pasaba cuando alguien llegaba tarde?'],
  },
  'your-bed': {
    text: '¿Dónde dormía usted, y quién dormía cerca?',
    followUps: ['¿Qué se veía desde la cama?', '¿Cómo sonaba la noche?'],
  },
  washday: {
    text: 'Cuénteme cómo era el día de lavar la ropa en su casa.',
    followUps: ['¿Qué le tocaba a cada uno?', '¿Dónde se secaba la ropa?'],
  },
  'winter-indoors': {
    text: '¿Cómo se protegía su familia del frío o de las lluvias?',
    followUps: ['¿Quién cuidaba el fuego o el techo?', '¿Dónde se juntaban todos?'],
  },
  'summer-evening': {
    text: '¿Qué pasaba en su casa una tarde de calor?',
    followUps: ['¿Quiénes se sentaban afuera?', '¿A qué hora los llamaban a entrar?'],
  },
  'garden-yard': {
    text: '¿Qué crecía o qué animales había en su patio o su huerta?',
    followUps: ['¿A quién le tocaba cuidarlos?', '¿Qué arrancaban y se comían allí mismo?'],
  },
  'hiding-place': {
    text: '¿Adónde iba usted cuando no quería ver a nadie?',
    followUps: ['¿Qué llevaba?', '¿Quién sabía dónde encontrarle?'],
  },
  'chores-yours': {
    text: '¿Qué tareas de la casa le tocaban a usted, y cómo las llevaba?',
    followUps: ['¿Qué pasaba si no las hacía?', '¿Qué aprendió haciéndolas?'],
  },
  'radio-evening': {
    text: '¿Qué escuchaba su familia por las noches?',
    followUps: ['¿Quién lo elegía?', '¿Dónde se sentaba cada uno?'],
  },
  'sunday-at-home': {
    text: '¿En qué se distinguía un domingo de los demás días?',
    followUps: ['¿Qué ropa se ponía usted?', '¿Quién venía de visita?', '¿Qué había de comer?'],
  },
  'holiday-table': {
    text: 'Póngame la mesa de una fiesta de su infancia. ¿Qué platos hay?',
    followUps: ['¿Quién los cocinaba?', '¿Qué esperaba usted todo el día?'],
    reason: 'en las fiestas salen las recetas',
  },
  'mothers-way': {
    text: '¿Qué estaba haciendo su madre cuando usted entraba por la puerta?',
    followUps: ['¿Cómo le decía a usted?', '¿Qué la hacía reír?'],
  },
  'fathers-chair': {
    text: '¿En qué lugar de la casa se ponía su padre?',
    followUps: ['¿Qué hacía allí?', '¿Cómo sabía usted de qué humor estaba?'],
  },
  'sibling-mischief': {
    text: '¿Qué travesuras hacía usted con sus hermanos o sus primos?',
    followUps: ['¿De quién fue la idea?', '¿Quién se enteró?'],
  },
  'house-rule': {
    text: '¿Qué regla de la casa no se podía romper nunca?',
    followUps: ['¿Quién la puso?', '¿Qué le pasaba a quien la rompía?'],
  },
  'felt-safe': {
    text: '¿Qué le daba tranquilidad en esa casa?',
    followUps: ['¿Quién se la daba?', '¿Cuándo le hizo falta?'],
  },
  'money-at-home': {
    text: '¿En qué notaba usted, en su infancia, si había dinero en casa?',
    followUps: ['¿De qué se privaba la familia?', '¿Qué no faltaba nunca?'],
  },
  'fear-in-house': {
    text: '¿A qué le tenía miedo en su casa durante la infancia?',
    followUps: ['¿A quién se lo contó?', '¿Cómo se le pasó?'],
  },
  'house-sorrow': {
    text: '¿Qué pena llegó a esa casa cuando usted era todavía de poca edad?',
    followUps: ['¿Quién sostuvo a los demás?', '¿Cómo cambió la casa después?'],
  },
  'house-in-you': {
    text: '¿Qué queda de aquella casa en su manera de llevar la suya?',
    followUps: ['¿Quién se lo enseñó?', '¿Quién lo aprendió de usted?'],
  },
  'room-to-return': {
    text: 'Si hoy pudiera abrir una puerta de esa casa, ¿cuál abriría?',
    followUps: ['¿Qué haría adentro?', '¿A quién le gustaría encontrar?'],
  },
};
