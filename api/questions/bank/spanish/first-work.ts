import type { QuestionWords } from '../question.ts';

export const firstWork: QuestionWords = {
  'first-wage': {
    text: '¿Cuál fue el primer trabajo que le pagaron?',
    followUps: ['¿Cómo lo consiguió?', '¿Qué hizo con el dinero?', '¿Quién era el jefe?'],
    reason: 'el primer sueldo rara vez se olvida',
  },
  'helping-before-work': {
    text: '¿En qué trabajos ayudaba de niño o de niña, antes de tener un empleo?',
    followUps: ['¿Quién le enseñó?', '¿Cómo le quedaban las manos después?'],
  },
  'leaving-home-work': {
    text: '¿Cómo fue que salió de su casa para trabajar o estudiar?',
    followUps: ['¿Qué llevó en la maleta?', '¿Quién le despidió?'],
  },
  'dream-job-young': {
    text: '¿Qué se imaginaba que llegaría a ser?',
    followUps: ['¿De dónde sacó esa idea?', '¿Qué decían los demás?'],
  },
  'first-day-work': {
    text: 'Cuénteme paso a paso su primer día en el trabajo.',
    followUps: ['¿Qué le daba miedo?', '¿Quién le habló?', '¿En qué se equivocó?'],
  },
  'work-clothes': {
    text: '¿Qué ropa usaba para ese trabajo, y qué llevaba consigo?',
    followUps: ['¿Dónde la colgaba por la noche?', '¿A qué olía?'],
  },
  'boss-in-charge': {
    text: 'Descríbame a la persona que mandaba cuando usted empezó.',
    followUps: ['¿Cómo le hablaba a usted?', '¿Qué aprendió con solo mirar?'],
  },
  'pay-packet': {
    text: 'Cuénteme del día en que llevó su paga a casa. ¿Para quién era cada parte?',
    followUps: ['¿Qué se compró para usted?', '¿Cómo le contaban el dinero?'],
  },
  'workmate-early': {
    text: '¿Quién trabajaba a su lado en esos días?',
    followUps: ['¿Qué hacían juntos al mediodía?', '¿Qué bromas corrían?'],
  },
  'mistake-early-work': {
    text: '¿Qué error cometió cuando apenas empezaba?',
    followUps: ['¿Quién se dio cuenta?', '¿Cómo se arregló?'],
  },
  'tools-first': {
    text: '¿Qué herramientas o máquinas tuvo que aprender a usar?',
    followUps: ['¿Qué ruido hacían?', '¿Cuánto tardó en poder usarlas sin mirar?'],
  },
  'night-shift': {
    text: '¿Qué horario tenía en ese trabajo?',
    followUps: ['¿Cómo se mantenía sin dormirse?', '¿Cómo se veía el lugar a esa hora?'],
  },
  'first-room-own': {
    text: 'Lléveme al primer cuarto que pagó con su propio dinero.',
    followUps: ['¿Qué había en las paredes?', '¿Qué cocinaba allí?', '¿Quién iba de visita?'],
  },
  'military-young': {
    text: '¿Cómo tocó su juventud el servicio militar, o la espera de él?',
    followUps: ['¿Quién fue con usted?', '¿Qué escribía a casa?'],
  },
  'learning-trade': {
    text: '¿Cómo aprendió un oficio, paso a paso?',
    followUps: ['¿Quién le tuvo paciencia?', '¿Cuándo sintió que ya lo dominaba?'],
  },
  'looking-for-work': {
    text: '¿Cómo se buscaba trabajo cuando usted empezaba?',
    followUps: ['¿Qué contestaba cuando le preguntaban qué sabía hacer?', '¿Qué puertas se cerraron?'],
  },
  'grown-up-moment': {
    text: '¿Cuándo sintió que ya era una persona adulta?',
    followUps: ['¿Qué había cambiado?', '¿Quién le trataba de otra manera?'],
  },
  'what-work-taught': {
    text: '¿Qué le enseñó ese primer trabajo sobre la gente?',
    followUps: ['¿Quién se lo enseñó sin saberlo?', '¿Dónde le sirvió después?'],
  },
  'parents-view-work': {
    text: '¿Qué pensaban sus padres de cómo empezó usted?',
    followUps: ['¿Qué habían esperado?', '¿Cómo se lo hicieron ver?'],
  },
  'turned-down': {
    text: '¿Qué oportunidad perdió o le negaron en esos años?',
    followUps: ['¿Cómo se enteró?', '¿Qué vino en su lugar?'],
  },
  'treated-unfairly-work': {
    text: '¿Cuándo le trataron injustamente en el trabajo, en su juventud?',
    followUps: ['¿Qué hizo usted?', '¿Qué haría hoy?'],
  },
  'danger-at-work': {
    text: '¿Qué accidente o peligro vio en sus primeros trabajos?',
    followUps: ['¿Qué hizo usted justo después?', '¿Cómo volvió la gente a trabajar?'],
  },
  'advice-first-job': {
    text: '¿Qué le diría a un nieto o una nieta la víspera de su primer empleo?',
    followUps: ['¿Quién le dijo a usted algo parecido?', '¿Qué le dejaría descubrir por su cuenta?'],
  },
  'habit-from-then': {
    text: '¿Qué costumbre de sus primeros años de trabajo conserva todavía?',
    followUps: ['¿Cuándo se le nota?', '¿Quién le hace bromas por eso?'],
  },
  'money-lesson': {
    text: '¿Qué le enseñó ganar su propio dinero?',
    followUps: ['¿Qué les ha dicho de eso a los jóvenes?', '¿Qué dinero estuvo bien gastado?'],
  },
};
