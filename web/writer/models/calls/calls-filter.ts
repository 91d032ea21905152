import type { ModelCallFilter } from '#web/app/generated/schema-types.ts';
import { noFilter, serverFilter } from '../../messages/filter/message-filter.ts';

export const taskNames: Readonly<Record<string, string>> = {
  interview: 'Interviewer',
  write: 'Writer',
  tune: 'Trials',
};

/** The filter of the list of model calls as it is in the address. Days are whole days in the reader's time zone. */
export type CallsInAddress = {
  dateFrom?: string;
  dateTo?: string;
  task?: string;
  model?: string;
  /** '1': only failed calls. */
  failed?: string;
  subjectId?: string;
};

/** The address of the list of model calls. */
export function callsPath(filter: CallsInAddress): string {
  return `/writer/models/calls/?${new URLSearchParams(filter)}`;
}

const anId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The filter for the server, without what makes no sense. */
export function callsFilterIn(params: URLSearchParams): ModelCallFilter {
  const text = (name: keyof CallsInAddress) => (params.get(name) ?? '').trim();
  const { dateFrom, dateTo } = serverFilter({
    ...{ ...noFilter, dateFrom: text('dateFrom'), dateTo: text('dateTo') },
  });
  return {
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(text('task') in taskNames && { task: text('task') }),
    ...(text('model') && { model: text('model').slice(0, 200) }),
    ...(text('failed') === '1' && { failedOnly: true }),
    ...(anId.test(text('subjectId')) && { subjectId: text('subjectId') }),
  };
}
