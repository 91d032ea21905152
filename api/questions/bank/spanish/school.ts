import type { QuestionWords } from '../question.ts';

export const school: QuestionWords = {
  'way-to-school': {
    text: '¿Cómo llegaba usted a la escuela?',
    followUps: ['¿Quién iba con usted?', '¿Por dónde pasaban?', '¿Qué hacían cuando llovía?'],
    reason: 'el camino a la escuela ya es una historia',
  },
  'schoolhouse-look': {
    text: 'Descríbame su escuela como la veía al llegar por la mañana.',
    followUps: ['¿Por dónde entraban?', '¿A qué olía?'],
  },
  'first-day-school': {
    text: 'Cuénteme de su primer día de escuela.',
    followUps: ['¿Quién le llevó?', '¿Qué ropa llevaba?', '¿Cuándo supo que todo iría bien?'],
  },
  'schooling-in-short': {
    text: '¿Qué estudios hizo usted, desde el principio hasta el final?',
    followUps: ['¿Dónde terminaron, y por qué allí?', '¿Qué parte se le daba bien?'],
  },
  'teacher-in-doorway': {
    text: 'Imagine a un maestro o una maestra en la puerta del salón. ¿Qué ve usted?',
    followUps: ['¿Cómo era su voz?', '¿Qué le enseñó que no estaba en los libros?'],
  },
  'desk-neighbour': {
    text: '¿Quién se sentaba a su lado en clase?',
    followUps: ['¿Qué se decían en voz baja?', '¿Qué fue de esa persona?'],
  },
  'break-time': {
    text: '¿Qué pasaba cuando sonaba la campana del recreo?',
    followUps: ['¿Dónde se ponía usted o adónde corría?', '¿Quién mandaba en el patio?'],
  },
  'lunch-pail': {
    text: '¿Qué comía usted en la escuela, y quién se lo preparaba?',
    followUps: ['¿Qué cambiaba con los demás?', '¿Dónde se sentaba a comer?'],
  },
  'lesson-you-loved': {
    text: '¿En qué clase se le pasaba el tiempo volando?',
    followUps: ['¿Qué hacían en ella?', '¿Adónde le llevó después ese interés?'],
  },
  'lesson-you-dreaded': {
    text: '¿A qué clase le tenía usted miedo?',
    followUps: ['¿Qué hacía para aguantarla?', '¿Quién le ayudaba?'],
  },
  'in-trouble': {
    text: 'Cuénteme de una vez que le regañaron en la escuela.',
    followUps: ['¿Quién estaba metido con usted?', '¿Qué dijeron en casa?'],
  },
  'school-play': {
    text: '¿Cuándo le tocó ponerse de pie delante de todos?',
    followUps: ['¿Qué tenía que decir o cantar?', '¿Quiénes le miraban?'],
  },
  'books-then': {
    text: '¿Qué leía usted entonces, y de dónde salían los libros?',
    followUps: ['¿Dónde se sentaba a leer?', '¿Con qué libro se quedó?'],
  },
  'school-clothes': {
    text: '¿Qué ropa llevaba usted a la escuela?',
    followUps: ['¿Quién la hacía o la compraba?', '¿Qué le habría gustado ponerse?'],
  },
  'prize-or-praise': {
    text: '¿De qué cosa que hizo en la escuela sintió orgullo?',
    followUps: ['¿A quién se lo contó?', '¿Dónde está hoy ese premio o ese papel?'],
  },
  'last-school-day': {
    text: 'Lléveme a su último día de escuela.',
    followUps: ['¿Qué hizo esa tarde?', '¿Qué pensaba que vendría después?'],
  },
  'teacher-who-saw': {
    text: '¿Qué maestro o maestra vio algo especial en usted?',
    followUps: ['¿Qué dijo o qué hizo?', '¿Qué cambió con eso?'],
    reason: 'un buen maestro puede cambiar una vida',
  },
  'kind-of-pupil': {
    text: '¿Qué habrían escrito de usted sus maestros?',
    followUps: ['¿Qué se les habría escapado?', '¿Quién leía las notas en casa?'],
  },
  'left-out': {
    text: '¿Cuándo sintió que en la escuela le dejaban a un lado?',
    followUps: ['¿Qué hizo usted?', '¿Quién se puso de su parte?'],
  },
  'learning-cut-short': {
    text: '¿Qué habría seguido estudiando, si la vida le hubiera dejado?',
    followUps: ['¿Qué se lo impidió?', '¿Cómo lo compensó?'],
  },
  'unfair-at-school': {
    text: '¿Qué cosas de la escuela de entonces le parecían injustas?',
    followUps: ['¿Quién las sufría?', '¿Qué pensó de eso más tarde?'],
  },
  'school-hard-time': {
    text: '¿Qué le pasó en sus años de escuela que un niño no debería cargar?',
    followUps: ['¿Quién lo sabía?', '¿Qué le ayudó a seguir?'],
  },
  'lesson-kept': {
    text: '¿Qué aprendió en esos años que todavía le sirve?',
    followUps: ['¿Cuándo lo usó hace poco?', '¿A quién se lo ha enseñado?'],
  },
  'school-advice': {
    text: '¿Qué le diría a un niño que no quiere ir a la escuela?',
    followUps: ['¿Qué le habría ayudado oír a usted?', '¿Quién le dijo algo así?'],
  },
  'teach-one-thing': {
    text: 'Si mañana pudiera dar una clase, ¿qué enseñaría?',
    followUps: ['¿Cómo empezaría?', '¿Por qué justo eso?'],
  },
};
