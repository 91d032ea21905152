import type { QuestionWords } from '../question.ts';

export const love: QuestionWords = {
  'how-you-met': {
    text: '¿Cómo conoció a la persona que llegó a ser importante para usted?',
    followUps: ['¿Quién habló primero?', '¿Qué ropa llevaba usted?', '¿Qué pensó camino a casa?'],
    reason: 'a las familias les gusta oír cómo empezó todo',
  },
  'first-sweetheart': {
    text: '¿Quién hizo que le saltara el corazón por primera vez?',
    followUps: ['¿Cómo se le notaba a usted?', '¿Dónde se veían?'],
  },
  'courting-then': {
    text: '¿Cómo se enamoraba la gente donde usted creció?',
    followUps: ['¿Dónde podían estar dos a solas?', '¿Qué opinaban los padres?'],
  },
  'love-seen-first': {
    text: '¿Qué pareja cercana le mostró, mientras usted crecía, cómo es el amor?',
    followUps: ['¿Qué hacían el uno por el otro?', '¿Cómo se contentaban después de una pelea?'],
  },
  'first-outing': {
    text: 'Lléveme a la primera salida de ustedes dos.',
    followUps: ['¿De qué hablaron?', '¿Cuánto costó?', '¿Cómo terminó?'],
  },
  'letters-love': {
    text: '¿Qué cartas o recados se mandaban?',
    followUps: ['¿De qué escribían?', '¿Dónde están ahora?'],
  },
  'song-of-ours': {
    text: '¿Qué música es la de ustedes dos?',
    followUps: ['¿Dónde la oyeron?', '¿Qué siente cuando suena?'],
  },
  'meeting-parents': {
    text: 'Cuénteme del día en que le llevaron a conocer a la familia.',
    followUps: ['¿Qué sirvieron?', '¿Quién hacía las preguntas?', '¿Qué dijeron cuando usted se fue?'],
  },
  proposal: {
    text: '¿Cómo decidieron ustedes dos quedarse juntos?',
    followUps: ['¿Quién lo propuso?', '¿A quién se lo contaron primero?'],
  },
  'wedding-day': {
    text: 'Cuénteme el día en que se casaron o pusieron casa juntos.',
    followUps: ['¿Qué salió mal?', '¿Quién bailó?', '¿Qué comieron?'],
  },
  'wedding-clothes': {
    text: '¿Qué se puso para su boda, o para una boda muy querida?',
    followUps: ['¿Quién lo cosió o lo compró?', '¿Dónde está ahora?'],
  },
  'first-home-two': {
    text: 'Descríbame el primer lugar donde vivieron como pareja.',
    followUps: ['¿En qué se sentaban?', '¿Qué aprendió allí cada uno del otro?'],
  },
  'apart-for-while': {
    text: '¿Cuándo los separó la vida por un tiempo?',
    followUps: ['¿Cómo seguían en contacto?', '¿Cómo fue el regreso?'],
  },
  'small-kindness': {
    text: '¿Con qué detalle pequeño supo usted que le querían?',
    followUps: ['¿Cómo respondió?', '¿Quién más lo vio?'],
  },
  'laughing-together': {
    text: '¿De qué se reían ustedes dos?',
    followUps: ['¿Cuándo les dio la risa en mal momento?', '¿Quién empezaba?'],
  },
  'what-drew-you': {
    text: '¿Qué le atrajo de esa persona, antes de tener palabras para decirlo?',
    followUps: ['¿Cuándo encontró las palabras?', '¿Qué no veían los demás?'],
  },
  'what-you-learned-love': {
    text: '¿Qué le enseñó de usted vivir con otra persona?',
    followUps: ['¿Qué le costó aprender?', '¿Quién tuvo paciencia, y cuándo?'],
  },
  quarrels: {
    text: '¿Cómo peleaban ustedes dos, y cómo hacían las paces?',
    followUps: ['¿Qué había en el fondo?', '¿Quién volvía primero?'],
  },
  'love-not-taken': {
    text: '¿Qué amor no llegó a ser?',
    followUps: ['¿Qué lo impidió?', '¿Cómo lo ve ahora?'],
  },
  'love-changed': {
    text: '¿Cómo cambió el amor con los años?',
    followUps: ['¿Cuándo lo notó?', '¿Qué siguió igual?'],
  },
  'love-ended': {
    text: '¿Cómo se terminó un amor suyo?',
    followUps: ['¿Quién le acompañó?', '¿Qué le quedó de él?'],
  },
  'losing-partner': {
    text: '¿Qué quisiera que su familia supiera de la persona que usted perdió?',
    followUps: ['¿Qué le sigue contando?', '¿Qué se la trae cerca?'],
  },
  'advice-couple': {
    text: '¿Qué les diría a dos que hoy empiezan juntos?',
    followUps: ['¿Quién le dijo a usted algo así?', '¿Qué se guardaría?'],
  },
  'what-makes-last': {
    text: '¿Qué mantiene vivo el amor en las semanas comunes?',
    followUps: ['¿Cómo lo aprendió?', '¿Cómo se veía eso en su cocina?'],
  },
  'love-object-kept': {
    text: '¿Qué ha guardado de las personas que quiso?',
    followUps: ['¿Dónde lo guarda?', '¿Para quién debería ser algún día?'],
  },
};
