import type { QuestionWords } from '../question.ts';

export const friendsAndPlay: QuestionWords = {
  'who-knocked': {
    text: '¿Quién venía a buscarle para salir a jugar?',
    followUps: ['¿Adónde iban?', '¿Qué pensaban sus padres de esas amistades?'],
  },
  'games-outdoors': {
    text: '¿A qué jugaban al aire libre?',
    followUps: [
      '¿Quién ponía las reglas?',
      '¿Qué usaban de pelota o de meta?',
      '¿Cuándo se acababa el juego?',
    ],
    reason: 'los juegos cuentan cómo era un lugar',
  },
  'toy-you-had': {
    text: '¿Qué juguete iba con usted a todas partes?',
    followUps: ['¿De dónde salió?', '¿Qué fue de él?'],
  },
  'band-of-children': {
    text: 'Cuénteme del grupo de niños con el que andaba.',
    followUps: ['¿Quién iba adelante?', '¿Cómo se llamaban entre ustedes?'],
  },
  'secret-spot': {
    text: 'Lléveme al lugar donde se juntaban usted y sus amigos.',
    followUps: ['¿Cómo era?', '¿Qué guardaban allí?', '¿Quién no podía entrar?'],
  },
  'got-away-with': {
    text: '¿Qué hizo con sus amigos que sus padres nunca supieron?',
    followUps: ['¿De quién fue la idea?', '¿Qué tan cerca estuvieron de descubrirlos?'],
  },
  'saturday-afternoon': {
    text: '¿Cómo era un sábado cuando usted tenía unos diez años?',
    followUps: ['¿Cuánto costaba?', '¿Hasta qué hora podía quedarse afuera?'],
  },
  'water-swimming': {
    text: '¿Dónde nadaba o jugaba usted en el agua?',
    followUps: ['¿Quién le enseñó?', '¿Cómo era el agua?'],
  },
  'snow-and-ice': {
    text: '¿Qué hacían usted y sus amigos en los meses fríos o de lluvia?',
    followUps: ['¿Con qué jugaban?', '¿Cómo entraban en calor o se secaban después?'],
  },
  'bicycle-freedom': {
    text: '¿Cuándo tuvo ruedas propias, aunque fuera un carrito?',
    followUps: ['¿Hasta dónde llegaba?', '¿Qué se sentía al ir?'],
  },
  'pet-companion': {
    text: '¿Qué animal le hacía compañía?',
    followUps: ['¿Cómo llegó a usted?', '¿Qué cosas entendía?'],
    reason: 'los animales también son de la familia',
  },
  'picture-house': {
    text: '¿Qué veía usted en el cine, en la feria o en el circo?',
    followUps: ['¿Quién le llevaba?', '¿Qué imitaban después?'],
  },
  'dance-hall': {
    text: '¿Adónde iban los jóvenes a bailar o a oír música?',
    followUps: ['¿Qué se ponía usted?', '¿Quién tocaba?', '¿Cómo volvían a casa?'],
  },
  'friend-fight': {
    text: '¿Por qué se enojaron una vez usted y una amistad suya?',
    followUps: ['¿Cómo hicieron las paces?', '¿Quién cedió?'],
  },
  'team-you-joined': {
    text: '¿De qué equipo, club o grupo formó parte?',
    followUps: ['¿Qué le tocaba hacer?', '¿Qué partido o salida le viene a la mente?'],
  },
  'song-with-friends': {
    text: '¿Qué cantaban usted y sus amigos en esos tiempos?',
    followUps: ['¿Dónde la oyeron?', '¿Cómo dice la canción?'],
  },
  'friend-for-life': {
    text: '¿Qué amistad de esos años siguió con usted de alguna manera?',
    followUps: ['¿Qué sabía de usted esa persona?', '¿Cómo se mantenían en contacto?'],
  },
  'what-friends-saw': {
    text: '¿Para qué contaban con usted sus amigos?',
    followUps: ['¿Cómo llegó a ser usted quien hacía eso?', '¿Cuándo les hizo falta?'],
  },
  'learned-from-friend': {
    text: '¿Qué le enseñó una amistad que su familia no podía enseñarle?',
    followUps: ['¿Cómo se lo enseñó?', '¿Cuándo le ha servido?'],
  },
  'different-from-others': {
    text: '¿Cuándo notó que usted era distinto o distinta de los otros niños?',
    followUps: ['¿Qué hizo con eso?', '¿Quién lo entendía?'],
  },
  'friend-lost-touch': {
    text: '¿Qué amistad se le perdió por el camino, y cómo pasó?',
    followUps: ['¿Qué le diría ahora?', '¿Qué conserva de esa persona?'],
  },
  'friend-died': {
    text: '¿A qué amigo o amiga perdió demasiado pronto?',
    followUps: ['¿Cómo era?', '¿Cómo se despidió usted?'],
  },
  'play-today': {
    text: '¿Qué juego de los suyos deberían volver a jugar los niños?',
    followUps: ['¿Qué haría falta para jugarlo?', '¿Qué enseña?'],
  },
  'friendship-wisdom': {
    text: '¿Qué hace falta para conservar una amistad muchos años?',
    followUps: ['¿Quién se lo mostró?', '¿Qué acaba con una amistad, según usted?'],
  },
  'letter-to-friend': {
    text: 'Si esta noche le escribiera a una amistad de la infancia, ¿cómo empezaría la carta?',
    followUps: ['¿Qué le preguntaría?', '¿Qué le confesaría?'],
  },
};
