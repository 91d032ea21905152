import {
  Body,
  Button,
  Container,
  Head,
  Hr,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { createElement as h } from 'react';
import type { Language } from '#api/language/languages.ts';

/** The content of a letter; all letters share the layout. */
export type Letter = {
  /** The language of the words; English without it. */
  language?: Language;
  subject: string;
  /** The preview line in an inbox. */
  preview: string;
  paragraphs: readonly string[];
  /** The family's own words: a message, the titles of stories. */
  quoted?: readonly string[];
  action?: { label: string; url: string };
  after?: readonly string[];
  /** The reason for the letter, in the footer. */
  why: string;
  /** For a letter that its reader can turn off: the kind in words, and the address that turns it off. */
  unsubscribe?: { letters: string; url: string };
};

const sans = '"Atkinson Hyperlegible Next", "Atkinson Hyperlegible", Verdana, sans-serif';
const book = 'Literata, Georgia, "Times New Roman", serif';
const plain = {
  margin: '0 0 18px',
  fontFamily: sans,
  fontSize: '18px',
  lineHeight: '27px',
  color: '#14211d',
};
const note = { ...plain, margin: '0 0 12px', fontSize: '16px', lineHeight: '24px', color: '#3d4b46' };
const styles = {
  ground: { margin: '0', padding: '24px 12px', backgroundColor: '#edf1ee' },
  leaf: { maxWidth: '600px', padding: '36px 32px 24px', backgroundColor: '#fdfefd', borderRadius: '2px' },
  name: { ...plain, margin: '0 0 24px', fontWeight: '620', color: '#14493f' },
  quoted: { ...plain, paddingLeft: '16px', borderLeft: '2px solid #b3174a', fontFamily: book },
  action: {
    ...plain,
    margin: '6px 0 24px',
    padding: '13px 22px',
    borderRadius: '6px',
    backgroundColor: '#14493f',
    color: '#f4faf7',
    fontWeight: '600',
    textDecoration: 'none',
  },
  link: { color: '#14493f', textDecoration: 'underline', wordBreak: 'break-all' as const },
  rule: { margin: '24px 0 18px', borderColor: '#cbd5cf' },
};

/** The words that all letters share. */
const sharedWords: Record<Language, { motto: string; stop(letters: string): string }> = {
  en: {
    motto: 'Evertold keeps a family’s stories, in their own words.',
    stop: (letters) => `Stop ${letters}`,
  },
  es: {
    motto: 'Evertold guarda las historias de una familia, en sus propias palabras.',
    stop: (letters) => `No recibir más ${letters}`,
  },
};

/** Dark mode; mail programs without support show the light page. */
const dark = `@media (prefers-color-scheme: dark) {
  .ground, .ground td { background-color: #0d1412 !important; }
  .leaf, .leaf td { background-color: #151e1b !important; }
  .ink { color: #edf3ef !important; }
  .quiet { color: #c2cec8 !important; }
  .act, .link { color: #9ddcc8 !important; }
  .button { background-color: #9ddcc8 !important; color: #06251e !important; }
  .rule { border-color: #2d3935 !important; }
}`;

/** The letter as HTML: Evertold's words in the sans font, the family's in the book font. */
export function LetterPage({
  language = 'en',
  preview,
  paragraphs,
  quoted,
  action,
  after,
  why,
  unsubscribe,
}: Letter) {
  const { motto, stop } = sharedWords[language];
  const text = (lines: readonly string[] = [], style = plain, className = 'ink') =>
    lines.map((line) => h(Text, { key: line, className, style }, line));
  return h(
    Html,
    { lang: language, dir: 'ltr' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, dark),
    ),
    h(Preview, null, preview),
    h(
      Body,
      { className: 'ground', style: styles.ground },
      h(
        Container,
        { className: 'leaf', style: styles.leaf },
        h(Text, { className: 'act', style: styles.name }, 'Evertold'),
        text(paragraphs),
        text(quoted, styles.quoted),
        action && h(Action, action),
        text(after, note, 'quiet'),
        h(Hr, { className: 'rule', style: styles.rule }),
        h(Text, { className: 'quiet', style: note }, why),
        unsubscribe && h(Unsubscribe, { label: stop(unsubscribe.letters), url: unsubscribe.url }),
        h(Text, { className: 'quiet', style: note }, motto),
      ),
    ),
  );
}

function Unsubscribe({ label, url }: { label: string; url: string }) {
  const link = h(Link, { className: 'link', href: url, style: styles.link }, label);
  return h(Text, { className: 'quiet', style: note }, link);
}

function Action({ label, url }: { label: string; url: string }) {
  const button = { className: 'button', href: url, style: styles.action, 'data-skip-in-text': 'true' };
  return h(
    Section,
    null,
    h(Button, button, label),
    h(
      Text,
      { className: 'quiet', style: note },
      `${label}: `,
      h(Link, { className: 'link', href: url, style: styles.link }, url),
    ),
  );
}
