import type { QuestionWords } from '../question.ts';

export const lifesWork: QuestionWords = {
  'work-of-life': {
    text: '¿En qué trabajo se le fueron los años?',
    followUps: ['¿Cómo llegó a él?', '¿Cómo le gustaba que le llamaran allí?'],
  },
  'explain-to-child': {
    text: '¿Cómo le explicaría su trabajo a un niño de seis años?',
    followUps: ['¿Qué querría probar ese niño?', '¿Qué preguntaría?'],
  },
  'work-at-home': {
    text: '¿Qué trabajo hacía usted que nadie le pagaba?',
    followUps: ['¿Quién contaba con ello?', '¿Qué habría pasado sin usted?'],
    reason: 'el trabajo sin paga no sale en los libros',
  },
  'why-that-work': {
    text: '¿Qué le llevó al oficio en el que se quedó?',
    followUps: ['¿Qué otra cosa habría podido hacer?', '¿Quién le abrió la puerta?'],
  },
  'working-day': {
    text: 'Cuénteme un día de trabajo, desde que llegaba.',
    followUps: ['¿A quién saludaba?', '¿Cuál era la hora de apuro?', '¿Cómo sabía que había terminado?'],
  },
  'workplace-senses': {
    text: '¿A qué olía y cómo sonaba el lugar donde trabajaba?',
    followUps: ['¿Cuál era su rincón?', '¿Qué se veía desde allí?'],
  },
  'good-at-it': {
    text: '¿Qué parte del trabajo hacían sus manos sin pensar?',
    followUps: ['¿Cuánto tardó en aprenderlo?', '¿Quién venía a pedírselo?'],
  },
  'day-it-went-wrong': {
    text: 'Cuénteme de un día en que todo salió mal en el trabajo.',
    followUps: ['¿Qué fue lo primero que hizo?', '¿Quién mantuvo la calma?'],
  },
  'colleague-portrait': {
    text: 'Descríbame a alguien con quien trabajó durante años.',
    followUps: ['¿Qué decía siempre?', '¿Cómo se ayudaban ustedes?'],
  },
  'tight-spot-solved': {
    text: '¿Qué problema resolvió que otros habían dado por perdido?',
    followUps: ['¿Cómo se le ocurrió?', '¿Quién se dio cuenta?'],
  },
  'work-lunch': {
    text: '¿Qué comía la gente en el descanso, y de qué hablaba?',
    followUps: ['¿Dónde se sentaba usted?', '¿De qué no se hablaba nunca?'],
  },
  'change-at-work': {
    text: '¿Cómo cambió el trabajo durante los años que lo hizo?',
    followUps: ['¿Qué se ganó?', '¿Qué se perdió?'],
  },
  'travel-for-work': {
    text: '¿Adónde le llevó su trabajo?',
    followUps: ['¿Qué trajo a casa de allí?', '¿Quién le esperaba?'],
  },
  'boss-or-led': {
    text: '¿Cómo se llevaba con sus jefes y con quienes estaban a su cargo?',
    followUps: ['¿Quién le enseñó a dirigir?', '¿Cuándo tuvo que ponerse firme?'],
  },
  'last-day-work': {
    text: 'Lléveme a su último día de trabajo.',
    followUps: ['¿Qué se llevó al salir?', '¿Cómo fue la mañana siguiente?'],
  },
  'someone-you-served': {
    text: '¿Qué cliente, alumno, paciente o huésped se le quedó en la mente?',
    followUps: ['¿Qué necesitaba?', '¿Qué fue de esa persona?'],
  },
  'proud-of-work': {
    text: '¿De qué trabajo hecho por usted siente orgullo?',
    followUps: ['¿Dónde se puede ver?', '¿Qué le exigió?'],
  },
  'work-and-family': {
    text: '¿Cómo se acomodaban el trabajo y la familia?',
    followUps: ['¿Quién lo pagaba cuando no se acomodaban?', '¿Qué arreglaría de otro modo?'],
  },
  'crossroads-work': {
    text: '¿Cuándo se encontró en una encrucijada en su vida de trabajo?',
    followUps: ['¿Qué puso en la balanza?', '¿Con quién lo habló?'],
  },
  'work-respect': {
    text: '¿A quién respetaba en el trabajo, y por qué?',
    followUps: ['¿Qué copió de esa persona?', '¿Qué pensaba de usted?'],
  },
  'lost-job': {
    text: '¿Cómo pasó una temporada sin trabajo?',
    followUps: ['¿Qué le dijo a la familia?', '¿Con qué cambió la situación?'],
  },
  'work-wrong-done': {
    text: '¿Qué vio en el trabajo que no estaba bien?',
    followUps: ['¿Qué podía hacer una persona?', '¿Cómo lo ve ahora?'],
  },
  'work-cost': {
    text: '¿Qué le quitó a usted el trabajo?',
    followUps: ['¿Cuándo lo notó?', '¿A qué habría renunciado en su lugar?'],
  },
  'skill-to-pass': {
    text: '¿Qué sabe hacer usted que alguien debería aprender antes de que se pierda?',
    followUps: ['¿Cómo lo enseñaría?', '¿Quién se lo ha pedido?'],
  },
  'work-mattered': {
    text: '¿Qué significó su trabajo para otras personas?',
    followUps: ['¿Quién se lo ha dicho?', '¿Qué queda de él en pie?'],
  },
  'work-advice-late': {
    text: '¿Qué sabe ahora del trabajo que no sabía a los treinta años?',
    followUps: ['¿Cómo lo aprendió?', '¿Quién debería oírlo?'],
  },
};
