// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { QueueTable } from '#web/writer/today/Queue.tsx';

afterEach(cleanup);

/** The variables of each request for jobs, and what answers it: jobs, or a failure. */
let asked: Record<string, unknown>[];
let answer: object[] | 'error' | 'never';
beforeEach(() => {
  asked = [];
  answer = [];
});

const kind = (work: string, waiting: number, running: number) => ({ work, waiting, running, dueSince: null });

function draw(queue: ReturnType<typeof kind>[], subjectId?: string) {
  const link = new ApolloLink(({ variables }) => {
    asked.push(variables);
    return new Observable((observer) => {
      if (answer === 'never') return;
      if (answer === 'error') return observer.error(new Error('No answer'));
      observer.next({ data: { queuedJobs: answer } });
      observer.complete();
    });
  });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <QueueTable queue={queue} {...(subjectId && { subjectId })} />
      </MemoryRouter>
    </ApolloProvider>,
  );
}

const rowOf = (name: string) => screen.getByRole('button', { name }).closest('tr') as HTMLElement;
/** The widths in percent of the bars of a kind: running, then waiting. */
const barsOf = (name: string) =>
  [...rowOf(name).querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) => style.width);
const open = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const aJob = (id: string, subject: { id: string; fullName: string } | null = null) => ({
  ...{ __typename: 'QueuedJob', id, cursor: `after ${id}`, running: false, tries: 0 },
  ...{ dueAt: '2026-11-30T09:00:00Z', subject: subject && { __typename: 'Subject', ...subject } },
});

describe('The queue', () => {
  test('has a bar for each kind, as long as its jobs are many, and the same numbers in words', () => {
    draw([kind('biography.write', 6, 2), kind('notices.send', 2, 0), kind('recordings.join', 0, 4)]);

    expect(barsOf('Writing a conversation')).toEqual(['25%', '75%']);
    expect(barsOf('Sending an email')).toEqual(['25%']);
    expect(barsOf('Joining a recording')).toEqual(['50%']);
    const cells = within(rowOf('Writing a conversation')).getAllByRole('cell');
    expect(cells.slice(1).map(({ textContent }) => textContent)).toEqual(['6', '2', 'not yet']);
  });

  test('without jobs draws no bar', () => {
    draw([kind('biography.write', 0, 0)]);

    expect(barsOf('Writing a conversation')).toEqual([]);
  });

  test('opens the jobs of a kind, of all subjects with their names', async () => {
    answer = [aJob('1', { id: 's1', fullName: 'Alma Rourke' }), aJob('2')];
    draw([kind('biography.write', 2, 0)]);
    open('Writing a conversation');

    const link = await screen.findByRole('link', { name: 'Alma Rourke' });
    expect(link.getAttribute('href')).toBe('/writer/subjects/s1/');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(asked).toEqual([{ work: 'biography.write', after: null }]);
    expect(screen.getByRole('button', { name: 'Writing a conversation' }).getAttribute('aria-expanded')).toBe(
      'true',
    );
    open('Writing a conversation');
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test('of a subject opens the jobs of this subject alone', async () => {
    answer = [aJob('1', { id: 's1', fullName: 'Alma Rourke' })];
    draw([kind('biography.write', 1, 0)], 's1');
    open('Writing a conversation');

    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('link')).toBeNull();
    expect(asked).toEqual([{ work: 'biography.write', after: null, subjectId: 's1' }]);
  });

  test.each([
    ['never', 'Loading'],
    ['error', 'The jobs did not load. Close this and open it again.'],
    [[], 'They are done by now.'],
  ] as const)('says in words when the jobs of a kind are %j', async (how, words) => {
    answer = typeof how === 'string' ? how : [...how];
    draw([kind('biography.write', 1, 0)]);
    open('Writing a conversation');

    expect(await screen.findByText(words)).toBeDefined();
  });

  test('shows fifty jobs at a time, and the next after the last one', async () => {
    answer = Array.from({ length: 50 }, (_, at) => aJob(`${at}`));
    draw([kind('biography.write', 50, 0)]);
    open('Writing a conversation');
    const next = await screen.findByRole('button', { name: 'Show the next' });
    answer = [];
    fireEvent.click(next);

    expect(await screen.findByText('These were all.')).toBeDefined();
    expect(asked.at(-1)).toMatchObject({ after: 'after 49' });
  });
});
