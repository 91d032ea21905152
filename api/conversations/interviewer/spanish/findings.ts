import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import { contracted } from './fill.ts';

/** The writer names events in English, whatever language they were told in. */
const OWN: Record<string, string> = {
  wedding: 'su boda',
  'first day at school': 'su primer día de escuela',
  graduation: 'su graduación',
  retirement: 'su jubilación',
  engagement: 'su compromiso',
};
const OF_OTHERS: Record<string, string> = { wedding: 'la boda', birth: 'el nacimiento' };

/** The name of an event told with two dates; null for events that are not asked about. */
function eventName(about: string): string | null {
  const own = OWN[about];
  if (own) return own;
  // Nobody is asked to settle a date of death or the person's own date of birth.
  const [, who = '', what = ''] = /^(.+): (wedding|birth)$/.exec(about) ?? [];
  if (what) return `${OF_OTHERS[what]} de ${/^\p{Lu}/u.test(who) ? who : `su ${who}`}`;
  const [, place] = /^(?:moved|came) to (.+)$/.exec(about) ?? [];
  if (place) return `su llegada a ${place.charAt(0).toUpperCase()}${place.slice(1)}`;
  const [, work] = /^(?:started at|began at|went to work at|joined) (.+)$/.exec(about) ?? [];
  return work ? `su comienzo en ${work}` : null;
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const SEASONS: Record<number, string> = {
  21: 'la primavera',
  22: 'el verano',
  23: 'el otoño',
  24: 'el invierno',
};

/** “1957”, “el verano de 1955”, “el 3 de junio de 1954”. */
export function dateInSpanish(edtf: string): string {
  const [, year = '', month, day] = /^(\d{3}[\dX])(?:-(\d\d))?(?:-(\d\d))?/.exec(edtf) ?? [];
  if (!year) return edtf;
  const about = /[~?%]/.test(edtf) ? 'más o menos ' : '';
  if (year.endsWith('X')) return `los años ${year.slice(2, 3)}0`;
  const season = SEASONS[Number(month)];
  if (season) return `${about}${season} de ${year}`;
  const name = MONTHS[Number(month) - 1];
  if (!name) return `${about}${year}`;
  return day ? `${about}el ${Number(day)} de ${name} de ${year}` : `${about}${name} de ${year}`;
}

/** A plain question: nobody is reproached for two dates or for years without a story. */
export function findingTexts(finding: OpenFinding): string[] {
  if (finding.kind === 'GAP') {
    const question = `¿Cómo era su vida en los años entre ${finding.fromYear} y ${finding.toYear}?`;
    return [`Hay años de los que sé poco. ${question}`, question];
  }
  if (finding.kind === 'UNSETTLED')
    return [
      `La vez pasada dijo: “${finding.text.replace(/[.!?…]+$/, '')}.” ¿Cómo quiere que lo cuente su libro?`,
    ];
  const what = eventName(finding.about);
  if (!what) return [];
  const [first, second] = finding.dates.map(dateInSpanish);
  return [contracted(`Me dio dos fechas de ${what}: ${first} y ${second}. ¿Cuál es la correcta?`)];
}
