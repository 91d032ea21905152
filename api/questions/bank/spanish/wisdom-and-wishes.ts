import type { QuestionWords } from '../question.ts';

export const wisdomAndWishes: QuestionWords = {
  'day-now': {
    text: '¿Cómo es ahora un buen día para usted?',
    followUps: ['¿A quién ve?', '¿Qué espera con gusto por la tarde?'],
  },
  'age-surprise': {
    text: '¿Qué le ha sorprendido de cumplir años?',
    followUps: ['¿Quién se lo advirtió?', '¿Qué le resulta hoy sencillo?'],
  },
  'what-you-enjoy': {
    text: '¿Con qué disfruta usted en estos días?',
    followUps: ['¿Cómo llegó a eso?', '¿Con quién lo comparte?'],
    reason: 'los gustos pequeños caben en el libro de una vida',
  },
  'still-curious': {
    text: '¿Qué le sigue dando curiosidad?',
    followUps: ['¿Dónde busca las respuestas?', '¿Con quién habla de eso?'],
  },
  'last-good-laugh': {
    text: 'Cuénteme de algo que le hizo reír hace poco.',
    followUps: ['¿Quién estaba allí?', '¿A quién se lo contó después?'],
  },
  'visit-to-enjoy': {
    text: 'Cuando la familia viene a verle, ¿qué pasa desde que tocan a la puerta?',
    followUps: ['¿Dónde se sientan?', '¿Qué se dicen en la puerta?'],
  },
  'morning-view-now': {
    text: '¿Qué ve por la mañana desde su silla?',
    followUps: ['¿Qué espera mientras mira?', '¿Qué ha cambiado en esa vista?'],
  },
  'gift-received': {
    text: '¿Qué regalo que le dieron ha guardado?',
    followUps: ['¿Con qué motivo se lo dieron?', '¿Por qué sigue con usted?'],
  },
  'chance-meeting': {
    text: '¿Qué encuentro casual le cambió el rumbo?',
    followUps: ['¿Qué habría pasado si llegaba tarde ese día?', '¿Qué le dijeron?'],
  },
  'do-over-day': {
    text: '¿Qué día común volvería a vivir, solo por estar en él?',
    followUps: ['¿Quién estaría allí?', '¿En qué se fijaría?'],
  },
  'turning-point': {
    text: '¿Cuándo dio su vida una vuelta que usted no había planeado?',
    followUps: ['¿Qué vio venir?', '¿Adónde le llevó?'],
  },
  'treasured-drawer': {
    text: 'Abra un cajón de cosas que ha guardado. ¿Qué hay adentro?',
    followUps: ['¿Cuál es la historia de una de ellas?', '¿Para quién debería ser después de usted?'],
    reason: 'lo que se guarda tiene su razón',
  },
  'evening-music': {
    text: '¿Qué música pone o tararea cuando no hay nadie?',
    followUps: ['¿Qué le trae a la mente?', '¿Quién la cantaba?'],
  },
  'letter-to-young-self': {
    text: 'Si se encontrara con usted a los veinte años, ¿qué se diría?',
    followUps: ['¿Qué se callaría?', '¿Qué le diría esa persona joven a usted?'],
  },
  'compliment-kept': {
    text: '¿Qué le dijeron una vez que ha llevado siempre consigo?',
    followUps: ['¿Quién lo dijo?', '¿Cuándo le hizo falta?'],
  },
  'proud-of-life': {
    text: 'Mirando hacia atrás, ¿qué se alegra de haber hecho?',
    followUps: ['¿Quién estaba con usted?', '¿Qué estuvo a punto de impedirlo?'],
  },
  'good-at-living': {
    text: '¿Qué tardó mucho en entender?',
    followUps: ['¿Qué se lo aclaró?', '¿Quién desearía usted que también lo hubiera sabido?'],
  },
  'mattered-after-all': {
    text: '¿Qué parecía muy importante y resultó que no lo era?',
    followUps: ['¿Cuándo lo vio?', '¿Qué ocupó su lugar?'],
  },
  unfinished: {
    text: '¿Qué le gustaría todavía terminar o arreglar?',
    followUps: ['¿Cuál sería el primer paso?', '¿Quién podría ayudar?'],
  },
  'loneliness-now': {
    text: '¿Qué hace usted con las horas de soledad?',
    followUps: ['¿En quién piensa entonces?', '¿Qué las alivia?'],
  },
  'thank-someone': {
    text: '¿A quién quisiera dar las gracias, aunque ya no pueda oírlas?',
    followUps: ['¿Qué hizo por usted?', '¿Cómo se lo diría?'],
  },
  'time-well-spent': {
    text: '¿A qué le habría gustado dedicar otro rato?',
    followUps: ['¿Qué se lo impidió?', '¿Qué les aconsejaría a otros?'],
  },
  'wish-for-family': {
    text: '¿Qué desea para su familia en los años que vienen?',
    followUps: ['¿Qué es seguro que van a lograr?', '¿Qué quisiera ver con sus propios ojos?'],
  },
  'how-be-thought-of': {
    text: '¿Cómo le gustaría que hablaran de usted cuando la familia se reúna?',
    followUps: ['¿Qué historia deberían contar?', '¿De qué pueden sonreír?'],
  },
  'words-for-newborn': {
    text: '¿Qué le diría al oído a un recién nacido de la familia?',
    followUps: ['¿Quién se lo habrá dicho a usted?', '¿Qué le desearía a esa criatura?'],
  },
  'what-to-keep': {
    text: '¿Qué cosas suyas deberían quedarse en la familia, y por qué?',
    followUps: ['¿Quién las cuidaría bien?', '¿Qué historia va con ellas?'],
  },
  'last-word-book': {
    text: '¿Qué debería estar en su libro que nadie le ha preguntado?',
    followUps: ['¿Dónde empieza eso?', '¿Quién más es parte de ello?'],
  },
  'advice-good-life': {
    text: '¿Qué consejo le ha servido toda la vida?',
    followUps: ['¿Quién se lo dio?', '¿Cuándo no le hizo caso?'],
  },
};
