import { isEdtf } from '#api/biography/writing/dating/say.ts';

export const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const SEASON_NAMES: Record<string, string> = {
  '21': 'primavera',
  '22': 'verano',
  '23': 'otoño',
  '24': 'invierno',
};
const CENTURIES: Record<string, string> = {
  '16': 'XVII',
  '17': 'XVIII',
  '18': 'XIX',
  '19': 'XX',
  '20': 'XXI',
};

/** A partial date in Spanish words: "verano de 1952", "hacia 1950", "los años 1950"; '' when it is not EDTF. */
export function sayDateInSpanish(value: string): string {
  if (!isEdtf(value)) return '';
  const [from = '', to] = value.split('/');
  if (to === undefined) return sayOne(from);
  if (from === '' || from === '..') return contracted(`hasta ${sayOne(to)}`);
  if (to === '' || to === '..') return contracted(`desde ${sayOne(from)}`);
  return contracted(`de ${sayOne(from)} a ${sayOne(to)}`);
}

function contracted(words: string): string {
  return words.replace(/\bde el /g, 'del ').replace(/\ba el /g, 'al ');
}

function sayOne(value: string): string {
  const doubt = value.includes('%')
    ? 'quizás hacia '
    : value.includes('~')
      ? 'hacia '
      : value.includes('?')
        ? 'quizás '
        : '';
  const [year = '', middle, day] = value.replace(/[~?%]/g, '').split('-');
  return doubt + sayPlain(year, middle === 'XX' ? undefined : middle, day === 'XX' ? undefined : day);
}

function sayPlain(year: string, middle: string | undefined, day: string | undefined): string {
  const century = CENTURIES[year.slice(0, 2)];
  if (year.endsWith('XX')) return century ? `el siglo ${century}` : `los años ${year.slice(0, 2)}00`;
  if (year.endsWith('X')) return `los años ${year.slice(0, 3)}0`;
  if (!middle) return year;
  const month = SEASON_NAMES[middle] ?? MONTHS[Number(middle) - 1] ?? '';
  return day ? `${Number(day)} de ${month} de ${year}` : `${month} de ${year}`;
}
