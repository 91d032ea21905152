import type { QuestionWords } from '../question.ts';

export const familyMade: QuestionWords = {
  'who-is-family': {
    text: '¿Quiénes forman la familia que usted hizo?',
    followUps: ['¿Cómo llegó cada quien a ella?', '¿Quién dirían ellos que falta?'],
  },
  'becoming-parent': {
    text: '¿Cómo cambió su vida cuando llegó un niño o una niña?',
    followUps: ['¿Qué no le había dicho nadie?', '¿Quién le ayudó en las primeras semanas?'],
  },
  'house-full': {
    text: 'Descríbame su casa cuando estaba llena de gente.',
    followUps: ['¿Dónde dormía cada uno?', '¿Qué se oía por las mañanas?'],
    reason: 'del ruido y las apreturas salen buenas historias',
  },
  'others-children': {
    text: '¿A qué niños ayudó a criar, propios o ajenos?',
    followUps: ['¿Cómo fue que pasó?', '¿Cómo le decían a usted?'],
  },
  'day-child-born': {
    text: 'Lléveme al día en que nació un niño o una niña de la familia.',
    followUps: [
      '¿Quiénes esperaban?',
      '¿Qué tiempo hacía?',
      '¿Quién tuvo en brazos a la criatura después de usted?',
    ],
  },
  'choosing-names': {
    text: '¿Cómo eligieron los nombres de los hijos?',
    followUps: ['¿Qué otros nombres había en la lista?', '¿Quién tuvo la última palabra?'],
  },
  bedtime: {
    text: '¿Cómo era la hora de dormir cuando los niños eran pequeños?',
    followUps: ['¿Qué les cantaba o les leía?', '¿Quién se levantaba a pedir agua?'],
  },
  'family-meal-own': {
    text: '¿Qué había en la mesa de su propia familia un día cualquiera?',
    followUps: ['¿Quién cocinaba?', '¿Qué no querían comer los niños?', '¿De qué se hablaba siempre?'],
  },
  'family-trip': {
    text: 'Cuénteme de un viaje que hicieron todos juntos.',
    followUps: ['¿Cómo cupieron todos?', '¿Qué salió mal por el camino?'],
  },
  'sick-child': {
    text: '¿Cuándo pasó la noche en vela por un niño enfermo?',
    followUps: ['¿Quién estaba con usted?', '¿Qué hizo cuando pasó?'],
  },
  'child-mischief': {
    text: '¿Qué hicieron sus hijos que a usted le dio risa sin querer?',
    followUps: ['¿Qué les dijo?', '¿Qué dicen ellos ahora?'],
  },
  'holiday-own-house': {
    text: '¿Cómo celebraban las fiestas en su propia casa?',
    followUps: ['¿Qué venía de la casa de sus padres?', '¿Qué empezaron de nuevo?'],
  },
  'dish-they-ask-for': {
    text: '¿Qué plato le piden siempre que prepare?',
    followUps: ['¿Cómo lo hace?', '¿Quién se lo enseñó?', '¿Qué parte no está escrita en ningún lado?'],
    reason: 'una receta es una historia con sal',
  },
  'making-ends-meet': {
    text: '¿Cómo hacía usted rendir el dinero?',
    followUps: ['¿Qué cosía, remendaba o sembraba?', '¿De qué no se dieron cuenta los niños?'],
  },
  'child-leaves-home': {
    text: 'Cuénteme del día en que un hijo o una hija se fue de casa.',
    followUps: ['¿Qué le dijo en la puerta?', '¿Qué hizo con el cuarto?'],
  },
  'becoming-grandparent': {
    text: '¿Cómo se enteró de que venía un nieto o una nieta?',
    followUps: ['¿Qué fue lo primero que hizo?', '¿Cómo llegó a llamarle esa criatura?'],
  },
  'kind-of-parent': {
    text: '¿Qué quiso hacer de otra manera que sus propios padres?',
    followUps: ['¿En qué lo logró?', '¿Cuándo oyó en su boca las palabras de ellos?'],
  },
  'each-child-different': {
    text: '¿En qué era distinto cada uno de los hijos desde el principio?',
    followUps: ['¿Cómo trataba a cada uno?', '¿Qué ve de usted en ellos?'],
  },
  'learned-from-children': {
    text: '¿Qué le enseñó un niño o una niña?',
    followUps: ['¿Qué edad tenía?', '¿Qué le contestó usted?'],
  },
  'family-made-laugh': {
    text: '¿De qué se ríe su familia que nadie de fuera entendería?',
    followUps: ['¿Cómo empezó?', '¿Quién lo mantiene vivo?'],
  },
  'worry-for-child': {
    text: '¿Cuándo se preocupó por un hijo o una hija?',
    followUps: ['¿Qué hizo con esa preocupación?', '¿Cómo terminó todo?'],
  },
  'family-rift': {
    text: '¿Qué distanció a personas de su familia?',
    followUps: ['¿Qué haría falta para arreglarlo?', '¿Qué quisiera usted que supieran?'],
  },
  'child-lost': {
    text: '¿A qué niño o niña de la familia llevan en el corazón?',
    followUps: ['¿Cómo era?', '¿Cómo lo tiene presente la familia?'],
  },
  'proud-of-them': {
    text: '¿Qué admira de sus hijos, o de los jóvenes que tiene cerca?',
    followUps: ['¿Cómo se lo hace saber?', '¿De dónde cree que les viene?'],
  },
  'family-tradition-on': {
    text: '¿Qué costumbre de su casa le gustaría que siguiera?',
    followUps: ['¿Quién la mantendría?', '¿Cómo empezó?'],
  },
  'grandchildren-know': {
    text: '¿Qué deberían saber los nietos de usted cuando era joven?',
    followUps: ['¿Qué les sorprendería?', '¿Qué les daría risa?'],
  },
};
