import { describe, expect, test } from 'vitest';
import { mayTellOf } from '#api/keepsakes/service/telling.ts';

const pier = { en: ['Two girls on a pier', 'Rosa Vidal'], es: ['Dos niñas en el muelle', 'Rosa Vidal'] };

describe('The first story told after a yes to a photo', () => {
  test.each([
    ['en', 'We sat there every Sunday and threw our bread to the gulls.'],
    ['en', 'That was the summer of 1952, and my sister had just learned to swim.'],
    ['en', 'My sister and I had run away from the bakery that morning.'],
    ['en', 'Anyway, the pier burned down the year after, and nobody built it again.'],
    ['en', 'But what I wanted to tell you is that Rosa fell in right after they took it.'],
    ['en', 'By the way, the man who took that picture married my aunt.'],
    ['en', 'He shouted at us to stand still, and then the wind took my hat.'],
    ['en', 'I was seven, and the dress was borrowed.'],
    ['en', 'We got home late anyway, and Mother had locked the door.'],
    ['es', 'Nos sentábamos allí cada domingo y les tirábamos pan a las gaviotas.'],
    ['es', 'En fin, el muelle se quemó al año siguiente.'],
    ['es', 'Lo que quería contarle es que Rosa se cayó al agua.'],
    ['es', 'Yo tenía siete años y el vestido era prestado.'],
    ['es', 'Por cierto, esa foto la tomó mi tío con su cámara nueva.'],
  ] as const)('can be its story (%s): %s', (language, words) => {
    expect(mayTellOf(words, { language, shown: pier[language] })).toBe(true);
  });

  test.each([
    ['en', 'Anyway, what I wanted to tell you is how we lost the farm in 1961.'],
    ['en', 'But I’d rather tell you about my first job, at the mill.'],
    ['en', 'By the way, did I ever tell you how your grandfather proposed?'],
    ['en', 'Now, let me tell you about my years in the navy.'],
    ['en', 'Speaking of water, my uncle ran a ferry in Norway.'],
    ['en', 'On another subject, my knee kept me in bed for a month in 1970.'],
    ['en', 'Something else I remember is the day the war ended.'],
    ['en', 'That reminds me of our old teacher, Mr. Lund, who kept bees.'],
    ['en', 'Well, I meant to tell you about the bakery and the flour that we stole.'],
    ['es', 'En fin, lo que quería contarle es cómo perdimos el rancho.'],
    ['es', 'Por cierto, ¿ya le conté cómo se me declaró su abuelo?'],
    ['es', 'Mejor le cuento de mi primer trabajo, en el molino.'],
    ['es', 'Cambiando de tema, en 1970 pasé un mes en cama.'],
    ['es', 'Otra cosa que recuerdo es el día en que terminó la guerra.'],
    ['es', 'Hablando de agua, mi tío tenía una lancha en Veracruz.'],
  ] as const)('is another one when it opens a subject of its own (%s): %s', (language, words) => {
    expect(mayTellOf(words, { language, shown: pier[language] })).toBe(false);
  });
});
