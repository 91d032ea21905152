// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { changelog } from '#web/developers/changelog.ts';
import { Component as Developers } from '#web/developers/developers.route.tsx';
import { eventIds, scopeFields } from '#web/developers/facts.ts';
import { Component as Reference } from '#web/developers/reference.route.tsx';

afterEach(cleanup);

function open(Component: ComponentType) {
  const router = createMemoryRouter([{ path: '/', Component }]);
  return render(<RouterProvider router={router} />).container;
}

test('The page for developers shows every example word for word, and every change', () => {
  const shown = [...open(Developers).querySelectorAll('figure')].map((figure) => [
    figure.querySelector('figcaption span')?.textContent,
    `${figure.querySelector('pre')?.textContent}\n`,
  ]);
  const folder = 'web/developers/examples';
  const files = readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]);

  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(files));
  expect(shown).toHaveLength(files.length);
  const changes = screen
    .getAllByRole('listitem')
    .flatMap((item) => item.querySelectorAll('p')[1]?.textContent ?? []);
  expect(changes).toEqual(changelog.map(({ words }) => words));
});

test('The page for developers lists the scopes and the events', () => {
  open(Developers);
  const firstCells = (heading: string) => {
    const table = screen.getByRole('columnheader', { name: heading }).closest('table') as HTMLElement;
    const rows = within(table).getAllByRole('row').slice(1);
    return rows.map((row) => row.querySelector('td')?.textContent).sort();
  };

  expect(firstCells('Scope')).toEqual(Object.keys(scopeFields).sort());
  expect(firstCells('Event')).toEqual(Object.keys(eventIds).sort());
});

test('The reference lists the fields that keys can use with their scopes, and links to their types', () => {
  const page = open(Reference);
  const saving = [...page.querySelectorAll('dt')].find((each) => each.textContent?.startsWith('saveCard('));

  expect(saving?.textContent).toBe('saveCard(input: SaveCardInput!): SaveCardResult! biography:write');
  const [input] = saving?.querySelectorAll('a') ?? [];
  expect(input?.getAttribute('href')).toBe('#SaveCardInput');
  expect(page.querySelector('#SaveCardInput')?.textContent).toBe('SaveCardInput');
  expect(page.textContent).not.toContain('createApiKey');
});
