import type { QuestionWords } from '../question.ts';

export const hardTimes: QuestionWords = {
  'bad-weather-years': {
    text: '¿Qué años fueron cuesta arriba, y por qué?',
    followUps: ['¿Quién empujó con usted?', '¿Cuándo se hizo llano el camino?'],
  },
  'who-helped-then': {
    text: '¿Quién estuvo a su lado cuando las cosas se pusieron difíciles?',
    followUps: ['¿Qué hizo?', '¿Cómo se lo agradeció usted?'],
    reason: 'la ayuda merece contarse',
  },
  'world-events-home': {
    text: '¿Cómo llegaron a su puerta los grandes sucesos del mundo?',
    followUps: ['¿Cómo se enteró?', '¿Qué cambió en la casa?'],
  },
  'doing-without': {
    text: '¿Sin qué cosas aprendió a vivir?',
    followUps: ['¿Qué ocupó su lugar?', '¿Cómo lo ve ahora?'],
  },
  'news-that-day': {
    text: '¿Dónde estaba usted cuando una noticia dejó quietos a todos?',
    followUps: ['¿Quién se lo dijo?', '¿Qué hizo la gente después?'],
  },
  'wartime-home': {
    text: '¿Qué le hizo una guerra a la gente que se quedó en casa?',
    followUps: ['¿Qué oía y veía usted?', '¿Quién estaba lejos?'],
  },
  'shortage-table': {
    text: '¿Qué había en la mesa cuando no había mucho?',
    followUps: ['¿Quién hacía algo de la nada?', '¿Qué cocina todavía de aquel tiempo?'],
  },
  'illness-faced': {
    text: 'Cuénteme de una enfermedad que le cambió los días por completo.',
    followUps: ['¿Quién le acompañaba?', '¿En qué pensaba por las noches?'],
  },
  'hospital-room': {
    text: '¿A quién acompañó junto a una cama de hospital?',
    followUps: ['¿Qué se dijeron?', '¿Qué hizo usted después?'],
  },
  'accident-day': {
    text: '¿Qué pasó un día que estuvo a punto de terminar mal?',
    followUps: ['¿Qué se le cruzó por la mente?', '¿Quién acudió?'],
  },
  'out-of-money': {
    text: '¿Cuándo se acabó el dinero, y qué hizo usted?',
    followUps: ['¿A quién acudió?', '¿Qué vendió o dejó?'],
  },
  'stranger-kindness': {
    text: '¿Cuándo le ayudó alguien a quien no conocía?',
    followUps: ['¿Cómo era esa persona?', '¿Qué hizo usted luego por otros?'],
  },
  'losing-parent': {
    text: '¿Cómo se despidió de su madre o de su padre?',
    followUps: ['¿Cómo fueron sus últimas semanas?', '¿Qué encontró usted entre sus cosas?'],
  },
  'funeral-day': {
    text: 'Cuénteme de una despedida que reunió a todos.',
    followUps: ['¿Qué se dijo?', '¿Qué contaba la gente de quien se había ido?'],
  },
  'night-of-worry': {
    text: '¿Qué le quitaba el sueño en una época difícil?',
    followUps: ['¿Cómo llegaba a la mañana?', '¿Quién lo sabía?'],
  },
  'small-joy-then': {
    text: '¿Qué gusto pequeño le ayudó en los días de escasez?',
    followUps: ['¿Dónde lo encontraba?', '¿Con quién lo compartía?'],
  },
  'got-through-how': {
    text: '¿Qué había en usted que le ayudó a salir adelante?',
    followUps: ['¿De quién cree que lo tiene?', '¿Cuándo le ha hecho falta después?'],
  },
  'changed-by-loss': {
    text: '¿Cómo cambió una pérdida su manera de vivir?',
    followUps: ['¿Qué hace distinto?', '¿Quién lo entiende?'],
  },
  'forgave-someone': {
    text: '¿A quién perdonó, y cómo llegó a hacerlo?',
    followUps: ['¿Qué le dio a usted?', '¿Qué no llegó a decirle?'],
  },
  'asked-forgiveness': {
    text: '¿Por qué tuvo usted que pedir perdón?',
    followUps: ['¿Cómo lo recibieron?', '¿Qué resultó de ello?'],
  },
  'courage-you-found': {
    text: '¿Cuándo hizo algo aunque tenía miedo?',
    followUps: ['¿Qué le hizo seguir?', '¿Qué le abrió eso?'],
  },
  'faith-in-trouble': {
    text: '¿A qué se aferró cuando no tenía nada?',
    followUps: ['¿Cómo le llegó?', 'Cuénteme, ¿qué es hoy para usted?'],
  },
  'hard-time-advice': {
    text: '¿Qué le diría a alguien que está pasándolo mal ahora?',
    followUps: ['¿Quién le dijo a usted algo así?', '¿Qué no debería decirle nadie?'],
  },
  'strength-handed-on': {
    text: '¿Qué fortaleza de su familia nació en los años de escasez?',
    followUps: ['¿Quién la tiene?', '¿Cuándo la vio usted?'],
  },
  'want-remembered-lost': {
    text: '¿Qué nombre quisiera que su familia siguiera diciendo?',
    followUps: ['¿Qué deberían contar de esa persona?', '¿Qué la haría sonreír?'],
  },
  'what-rebuilt': {
    text: '¿Qué volvió a levantar después de que se vino abajo?',
    followUps: ['¿Por dónde empezó?', '¿Quién cargó piedras con usted?'],
  },
};
