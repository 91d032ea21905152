import type { TurnPlan } from './interviewer.ts';
import type { SubjectFacts, TurnRequest } from './request.ts';

/** The number for emergencies by country. */
const EMERGENCY: Readonly<Record<string, string>> = {
  US: '911',
  CA: '911',
  GB: '999',
  AU: '000',
  NZ: '111',
  IE: '112',
  IN: '112',
  ZA: '112',
  MX: '911',
  PR: '911',
  AR: '911',
  CO: '123',
  CL: '133',
  PE: '105',
  VE: '911',
  EC: '911',
  GT: '110',
  CU: '106',
  BO: '110',
  DO: '911',
  HN: '911',
  PY: '911',
  SV: '911',
  NI: '118',
  CR: '911',
  PA: '911',
  UY: '911',
};
/** Countries with the number 112. */
const EUROPE: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IT LV LT LU MT NL PL PT RO SK SI ES SE NO IS CH TR'.split(' '),
);

/** The country of the phone number, or else of a time zone that belongs to one country. */
function countryOf({ country, timeZone }: SubjectFacts): string | null {
  if (country) return country.toUpperCase();
  if (!timeZone) return null;
  if (
    /^(?:US\/|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Indiana|Kentucky)|Pacific\/Honolulu)/.test(
      timeZone,
    )
  )
    return 'US';
  if (/^America\/(?:Toronto|Vancouver|Winnipeg|Halifax|Edmonton|Regina|St_Johns)/.test(timeZone)) return 'CA';
  const zones: Record<string, string> = {
    'Europe/London': 'GB',
    'Europe/Dublin': 'IE',
    'Pacific/Auckland': 'NZ',
    'Europe/Madrid': 'ES',
    'Atlantic/Canary': 'ES',
    'America/Mexico_City': 'MX',
    'America/Monterrey': 'MX',
    'America/Tijuana': 'MX',
    'America/Bogota': 'CO',
    'America/Lima': 'PE',
    'America/Santiago': 'CL',
    'America/Montevideo': 'UY',
    'America/Guayaquil': 'EC',
    'America/Caracas': 'VE',
    'America/La_Paz': 'BO',
    'America/Asuncion': 'PY',
    'America/Guatemala': 'GT',
    'America/El_Salvador': 'SV',
    'America/Tegucigalpa': 'HN',
    'America/Managua': 'NI',
    'America/Costa_Rica': 'CR',
    'America/Panama': 'PA',
    'America/Havana': 'CU',
    'America/Santo_Domingo': 'DO',
    'America/Puerto_Rico': 'PR',
  };
  if (timeZone.startsWith('America/Argentina/') || timeZone === 'America/Buenos_Aires') return 'AR';
  return zones[timeZone] ?? (timeZone.startsWith('Australia/') ? 'AU' : null);
}

/** What the answer to a danger depends on, in every language. */
export function dangerFacts(plan: TurnPlan, request: TurnRequest) {
  const country = countryOf(request.subject);
  return {
    country,
    /** The number for emergencies; null where it is not known. */
    emergency: (country && EMERGENCY[country]) || (country && EUROPE.has(country) ? '112' : null),
    about: plan.effects.find((effect) => effect.effect === 'WELLBEING_NOTE')?.about,
    /** Whether this conversation had such an answer before. */
    again: request.history.some((turn) => turn.kind === 'CRISIS'),
  };
}
