import type { z } from 'zod';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import type { GiftGiven } from '../gifts.ts';
import type { Letter } from '../letter.ts';

type Given = z.output<typeof GiftGiven>;

/** To the recipient, on the day that the giver chose. */
export function gift(data: Given): Letter {
  const { recipientName, giverName, message } = data;
  return {
    subject: `${giverName} le regala Evertold`,
    preview: 'Un libro de sus propias historias, con sus propias palabras.',
    paragraphs: [
      `Hola, ${recipientName}:`,
      `${giverName} le regala Evertold. Le pregunta por su vida, escucha y escribe sus historias con sus propias palabras, para su familia.`,
    ],
    ...(message && { quoted: message.split(/\n+/) }),
    ...endOf(data),
  };
}

/** Once, two weeks later, when the gift was not opened. */
export function giftReminder(data: Given): Letter {
  const { recipientName, giverName, message } = data;
  return {
    subject: `El regalo de ${giverName} sigue aquí`,
    preview: 'Puede abrirlo cuando quiera.',
    paragraphs: [
      `Hola, ${recipientName}:`,
      `Hace dos semanas ${giverName} le regaló Evertold, que escribe sus historias con sus propias palabras. El regalo sigue aquí. Este es nuestro único recordatorio.`,
    ],
    ...(message && { quoted: message.split(/\n+/) }),
    ...endOf(data),
  };
}

function endOf({
  giverName,
  code,
  url,
  expiresAt,
  timeZone,
}: Given): Pick<Letter, 'action' | 'after' | 'why'> {
  const until = new Date(expiresAt).toLocaleDateString('es', { dateStyle: 'long', timeZone });
  return {
    action: { label: 'Abrir el regalo', url },
    after: [
      `También puede ir a ${publicUrl()}/onboarding/, elegir «I was given this» y escribir el código ${code}.`,
      `Sirve una sola vez, hasta el ${until}. No preguntamos, escribimos ni compartimos nada hasta que usted acepte.`,
    ],
    why: `Recibe este correo porque ${giverName} nos dio esta dirección para el regalo. La usamos para este regalo y para nada más.`,
  };
}
