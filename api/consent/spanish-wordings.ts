import type { Wording } from './wording.ts';

const stop =
  'Puedo dejarlo en cualquier momento: respondo ALTO o STOP, lo digo en una llamada o lo retiro en mi configuración. Si respondo AYUDA, recibo ayuda.';
const papers = 'Nuestras condiciones están en /tos y nuestro aviso de privacidad en /privacy.';
const free = 'Aceptar es decisión mía; nada más depende de ello y no me obliga a comprar nada.';
const withdraw =
  'Puedo retirarlo en cualquier momento: lo digo en una llamada, respondo ALTO o STOP, o lo hago en mi configuración.';

/** The wordings in Spanish. Like the others, they are never edited; their versions go on from those of their kind. */
export const spanishWordings: readonly Wording[] = [
  {
    kind: 'CALLS',
    version: 2,
    language: 'es',
    text: [
      'Acepto que Evertold me llame a este número para preguntarme por mi vida y guardar lo que cuente para mi familia.',
      'Quien llama es una computadora con una voz artificial, y lo dice en su primera frase.',
      'Llama a las horas que mi familia o yo elegimos, normalmente una o dos veces por semana, y nunca antes de las 8 de la mañana ni después de las 9 de la noche en el lugar donde vivo.',
      'Nunca pregunta por dinero ni pide pruebas de quién soy.',
      stop,
      'Pueden aplicarse tarifas de mensajes y datos.',
      free,
      papers,
    ].join(' '),
  },
  {
    kind: 'SMS',
    version: 3,
    language: 'es',
    text: [
      'Acepto que Evertold envíe mensajes de texto a este número: para avisar cuándo va a llamar, para preguntarme por mi vida y para responderme.',
      'Los mensajes los envía una computadora, normalmente de 2 a 10 por semana.',
      'Pueden aplicarse tarifas de mensajes y datos.',
      stop,
      free,
      'Mi número y esta aceptación no se comparten con nadie para hacer publicidad.',
      'Nuestras condiciones y nuestro aviso de privacidad acompañan a estas palabras.',
    ].join(' '),
  },
  {
    kind: 'RECORDING',
    version: 4,
    language: 'es',
    text: [
      'Acepto que Evertold grabe el sonido de nuestras llamadas a este número y de nuestras conversaciones en el navegador, lo guarde con mis historias y lo reproduzca para quienes pueden oírlas.',
      'Lo mismo vale para grabaciones antiguas de mi voz que agregue mi familia, como un casete o un mensaje del buzón de voz.',
      'Cuando una llamada se graba, se dice al principio. Una conversación en el navegador solo se graba después de que yo lo haya activado, y la página lo muestra.',
      'Sin esto, mis palabras se escriben y no se guarda ningún sonido.',
      withdraw,
      papers,
    ].join(' '),
  },
  {
    kind: 'AI_WRITING',
    version: 3,
    language: 'es',
    text: [
      'Acepto que un programa de computadora, que puede ser una inteligencia artificial de otra empresa, lea lo que le cuento a Evertold para responderme y para escribir mis historias.',
      'Solo escribe lo que dije, y cada frase muestra las palabras en que se apoya. Lo que quiero mantener en privado nunca se le entrega.',
      'Donde haya un servicio de transcripción, que puede ser de otra empresa, este puede convertir en texto lo que digo: el sonido de lo que digo en una conversación en el navegador y el de grabaciones antiguas de mi voz que agregue mi familia.',
      'En una conversación, ese servicio recibe el sonido antes de que yo pueda decir que algo es privado. Evertold no guarda ningún sonido para esto.',
      'Nadie puede usar mis palabras ni mi voz para entrenar un programa o un servicio de ese tipo.',
      'Puedo retirarlo en cualquier momento: entonces no se escribe nada más, y yo digo si también se borra lo escrito.',
      papers,
    ].join(' '),
  },
  {
    kind: 'AI_WRITING',
    version: 5,
    language: 'es',
    text: [
      'Acepto que un programa de computadora, que puede ser una inteligencia artificial de otra empresa, lea lo que le cuento a Evertold para responderme y para escribir mis historias.',
      'Solo escribe lo que dije, y cada frase muestra las palabras en que se apoya. Lo que quiero mantener en privado nunca se le entrega.',
      'Donde haya un servicio de transcripción, que puede ser de otra empresa, este puede convertir en texto lo que digo: el sonido de lo que digo en una conversación en el navegador y el de grabaciones antiguas de mi voz que agregue mi familia.',
      'También puede recibir el sonido de lo que digo en llamadas y conversaciones grabadas, para saber en qué momento se dice cada palabra. De esas grabaciones no recibe nada que yo haya mantenido en privado.',
      'En una conversación, ese servicio recibe el sonido antes de que yo pueda decir que algo es privado. Evertold no guarda ningún sonido para esto.',
      'Nadie puede usar mis palabras ni mi voz para entrenar un programa o un servicio de ese tipo.',
      'Puedo retirarlo en cualquier momento: entonces no se escribe nada más, y yo digo si también se borra lo escrito.',
      papers,
    ].join(' '),
  },
  {
    kind: 'SHARING',
    version: 3,
    language: 'es',
    text: [
      'Acepto que los familiares a quienes los dueños de mi libro o yo hemos dado acceso lean y escuchen lo que le cuento a Evertold y las historias que se escriban con ello.',
      'Mi familia puede imprimir el libro con un código junto a una historia. Toda persona que tenga ese libro puede abrir el código y oírme contar esa historia, sin necesidad de una cuenta.',
      'Ningún código reproduce lo que mantengo en privado ni lo que es solo para una parte de mi familia. Los dueños de mi libro y yo podemos desactivar un código o todos en cualquier momento.',
      'Lo que pida que quede entre nosotros se queda conmigo. Sin esta aceptación, solo yo puedo leer lo que dije.',
      'Puedo retirarlo en cualquier momento: desde entonces nadie más lee ni escucha nada, y los códigos no suenan.',
      papers,
    ].join(' '),
  },
];
