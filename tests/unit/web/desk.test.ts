import { describe, expect, test } from 'vitest';
import { wordingInForce } from '#api/consent/wordings.ts';
import { languages } from '#api/language/languages.ts';
import { smsWordings } from '#web/consent/sms-wording.ts';
import { generationOf, generationTitle } from '#web/people/family/generations.ts';
import { codeIn } from '#web/people/invitation/code.ts';
import { csvPath } from '#web/writer/csv/SaveAsCsv.tsx';
import {
  addressOf,
  noFilter,
  phonePrefix,
  problemsOf,
  readAddress,
  serverFilter,
} from '#web/writer/messages/filter/message-filter.ts';
import { addressFilterOf, daysUntilToday } from '#web/writer/messages/filter/saved-filter.ts';
import { arranged } from '#web/writer/messages/list/arrange.ts';

describe('The message filter', () => {
  test('the message filter is kept in the address, with only the fields that are set', () => {
    const asked = new URLSearchParams('dateFrom=2026-11-01&role=user&phone=%2B1508');
    const { filter, droppedRole } = readAddress(asked);

    expect(filter).toEqual({ ...noFilter, dateFrom: '2026-11-01', role: 'user', phone: '+1508' });
    expect(droppedRole).toBeNull();
    expect(addressOf(filter).toString()).toBe('dateFrom=2026-11-01&phone=%2B1508&role=user');
  });

  test('an unknown role in the address is dropped and reported', () => {
    const { filter, droppedRole } = readAddress(new URLSearchParams('role=bot'));

    expect(filter.role).toBe('');
    expect(droppedRole).toBe('bot');
  });

  test('the date filter covers whole days in the reader’s time zone, including the last one', () => {
    const { dateFrom, dateTo } = serverFilter({ ...noFilter, dateFrom: '2026-11-01', dateTo: '2026-11-01' });

    expect(dateFrom).toBe(new Date(2026, 10, 1).toISOString());
    expect(dateTo).toBe(new Date(2026, 10, 2).toISOString());
  });

  test('invalid filter values are not sent, and their problems are reported', () => {
    const wrong = { ...noFilter, dateFrom: '2026-11-05', dateTo: '2026-11-01', phone: 'Alma' };

    expect(Object.keys(problemsOf(wrong))).toEqual(['dateTo', 'phone']);
    expect(serverFilter(wrong)).toEqual({ dateFrom: new Date(2026, 10, 5).toISOString() });
    expect(problemsOf({ ...noFilter, dateFrom: '2026-02-30' })).toHaveProperty('dateFrom');
  });

  test('a phone filter accepts a number, or its beginning, as people write it', () => {
    expect(phonePrefix('(508) 555-0142')).toBe('+15085550142');
    expect(phonePrefix('+1 508')).toBe('+1508');
    expect(phonePrefix('0044 20')).toBe('+4420');
    expect(phonePrefix('508')).toBeNull();
  });
});

describe('The message list', () => {
  test('the message list has each message once, newest first, also one that was committed late', () => {
    const at = (id: string, createdAt: string) => ({ node: { id, createdAt } });
    const [late, second, first] = [at('b', '2026-11-01'), at('c', '2026-11-02'), at('a', '2026-10-01')];

    expect(arranged([late, second, first, second])).toEqual([second, late, first]);
  });
});

describe('A saved filter', () => {
  const now = new Date(2026, 2, 2, 0, 30);
  const saved = { dateFrom: null, dateTo: null, lastDays: null, phone: null, subjectId: null, role: null };

  test('of the last days begins so many days ago, today included', () => {
    expect(addressFilterOf({ ...saved, lastDays: 1 }, now).dateFrom).toBe('2026-03-02');
    expect(addressFilterOf({ ...saved, lastDays: 7, role: 'user' }, now)).toEqual({
      ...noFilter,
      dateFrom: '2026-02-24',
      role: 'user',
    });
  });

  test('of fixed days keeps them', () => {
    const days = { dateFrom: '2026-01-01', dateTo: '2026-01-31' };

    expect(addressFilterOf({ ...saved, ...days }, now)).toEqual({ ...noFilter, ...days });
  });

  test('can move with the day only from a day within the last year, without a last day', () => {
    const from = (dateFrom: string, dateTo = '') => daysUntilToday({ ...noFilter, dateFrom, dateTo }, now);

    expect(from('2026-03-02')).toBe(1);
    expect(from('2026-02-24')).toBe(7);
    expect(from('2026-03-03')).toBeNull();
    expect(from('2025-02-28')).toBeNull();
    expect(from('2026-02-24', '2026-03-01')).toBeNull();
    expect(from('')).toBeNull();
  });
});

describe('The address of a list as a file', () => {
  test('has only the parts of the filter that are set', () => {
    expect(csvPath('messages', { phone: '+1508', role: null })).toBe('/desk/messages.csv?phone=%2B1508');
    expect(csvPath('audit-log', {})).toBe('/desk/audit-log.csv');
  });
});

describe('The family tree', () => {
  test.each([
    ['mother', 1],
    ['late husband', 0],
    ['granddaughter', -2],
    ['her great-grandfather', 3],
    ['daughter-in-law', -1],
    ['neighbour', null],
    [null, null],
  ])('the generation of a %s is known', (relationship, generation) => {
    expect(generationOf(relationship)).toBe(generation);
  });

  test('the title of a generation depends on who is in it', () => {
    const parents = [{ relationship: 'mother' }];

    expect(generationTitle({ generation: 1, people: parents }, 'her', 'Alma')).toBe('Her parents');
    expect(
      generationTitle({ generation: 1, people: [...parents, { relationship: 'aunt' }] }, 'her', 'Alma'),
    ).toBe('Her parents’ generation');
  });
});

describe('An invitation’s code', () => {
  test('an invitation’s code is found in a pasted link, or is the pasted text itself', () => {
    const code = 'Tj9MT1OFTr-9tKMI5WKt3AP_abcdefghijklmnopqrs';

    expect(codeIn(` https://evertold.example/invite/viewer/${code}/ `)).toBe(`/invite/viewer/${code}/`);
    expect(codeIn(code)).toBe(`/invite/${code}/`);
    expect(codeIn('come and read')).toBeNull();
  });
});

describe('The page about text messages', () => {
  test.each(languages)('shows the exact wording of the consent ledger in %s', (language) => {
    const { text, version } = wordingInForce('SMS', language);
    expect(smsWordings[language]).toEqual({ text, version });
  });
});
