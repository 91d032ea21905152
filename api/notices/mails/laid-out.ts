import { render, toPlainText } from '@react-email/render';
import { createElement } from 'react';
import { type Letter, LetterPage } from './letter.ts';

/** Renders a letter as HTML and as plain text with the same words. */
export async function laidOut(letter: Letter): Promise<{ html: string; text: string }> {
  const html = await render(createElement(LetterPage, letter));
  return { html, text: toPlainText(html, { wordwrap: false }) };
}
