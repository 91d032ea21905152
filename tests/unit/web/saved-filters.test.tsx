// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { possibleTypes } from '#web/app/generated/possible-types.ts';
import { SavedFilters } from '#web/writer/messages/filter/SavedFilters.tsx';

afterEach(cleanup);
// The code of menus and dialogs is loaded once they are opened.
configure({ asyncUtilTimeout: 30_000 });

type Saved = { id: string; name: string; role: string };

/** The filters as the server has them, and what it answers to a change: null, a refusal, or nothing at all. */
let kept: Saved[];
let loads: 'yes' | 'never' | 'error';
let refusal: object | null;
let taken: object[];
beforeEach(() => {
  kept = [];
  loads = 'yes';
  refusal = null;
  taken = [];
});

const whole = (saved: Saved) => ({
  ...{ __typename: 'SavedMessageFilter', dateFrom: null, dateTo: null, lastDays: null, phone: null },
  ...{ subjectId: null, ...saved },
});

/** A server that keeps filters by their names. */
const server = new ApolloLink(({ operationName, variables }) => {
  return new Observable((observer) => {
    const say = (data: object) => {
      observer.next({ data });
      observer.complete();
    };
    if (operationName === 'SavedFilters') {
      if (loads === 'never') return;
      if (loads === 'error') return observer.error(new Error('No answer'));
      return say({ savedMessageFilters: kept.map(whole) });
    }
    if (operationName === 'RemoveFilter') {
      const isThere = kept.some(({ id }) => id === variables.id);
      kept = kept.filter(({ id }) => id !== variables.id);
      const gone = { __typename: 'NotFound', message: 'It is not there any more' };
      return say({
        removeMessageFilter: isThere ? { __typename: 'RemovedMessageFilter', id: variables.id } : gone,
      });
    }
    if (refusal) return say({ saveMessageFilter: refusal });
    const { name, role } = variables.input as Saved;
    const same = kept.find((each) => each.name === name);
    const saved = { id: same?.id ?? `id ${name}`, name, role };
    kept = [...kept.filter((each) => each.name !== name), saved];
    return say({ saveMessageFilter: whole(saved) });
  });
});

function draw(filter: object = { role: 'user' }) {
  const client = new ApolloClient({ link: server, cache: new InMemoryCache({ possibleTypes }) });
  const given = { dateFrom: '', dateTo: '', phone: '', subjectId: '', role: '', ...filter };
  render(
    <ApolloProvider client={client}>
      <main>
        <SavedFilters filter={given as never} onTake={(filter) => taken.push(filter)} />
      </main>
    </ApolloProvider>,
  );
}

const button = (name: string) => screen.findByRole('button', { name });
/** Opens the menu of saved filters. */
async function openMenu(name = 'Saved filters') {
  fireEvent.click(await button(name));
  return screen.findByRole('menu');
}
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }));

async function saveAs(name: string, press = 'Save') {
  await choose('Save this filter');
  const dialog = await screen.findByRole('dialog', { name: 'Save this filter' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: name } });
  fireEvent.click(within(dialog).getByRole('button', { name: press }));
  return dialog;
}

describe('The menu of saved filters', () => {
  test.each([
    ['never', 'Loading'],
    ['error', 'They did not load'],
    ['yes', 'No filter is saved yet'],
  ] as const)('says in words that there are none yet (%s)', async (how, words) => {
    loads = how;
    draw();
    expect((await openMenu()).textContent).toContain(words);
  });

  test('loads again what did not load', async () => {
    loads = 'error';
    kept = [{ id: '1', name: 'Of the person', role: 'user' }];
    draw({ role: 'assistant' });
    await openMenu();
    loads = 'yes';
    await choose('Try again');
    await waitFor(async () => {
      if (!screen.queryByRole('menu')) await openMenu();
      expect(screen.getByRole('menuitem', { name: 'Of the person' })).toBeDefined();
    });
  });

  test('is named after the filter that is in force, and gives one that is chosen', async () => {
    kept = [
      { id: '1', name: 'Of the person', role: 'user' },
      { id: '2', name: 'Of Evertold', role: 'assistant' },
    ];
    draw({ role: 'user' });
    await openMenu('Of the person');
    await choose('Of Evertold');
    expect(taken).toMatchObject([{ role: 'assistant' }]);
  });

  test('saves no filter without a part', async () => {
    draw({});
    await openMenu();
    expect(
      (await screen.findByRole('menuitem', { name: 'Save this filter' })).getAttribute('aria-disabled'),
    ).toBe('true');
  });
});

describe('A filter', () => {
  test('is saved, and a refusal is said beside its name', async () => {
    const message = 'There are 50 saved filters already';
    refusal = { __typename: 'LimitReached', message };
    draw();
    await openMenu();
    const dialog = await saveAs('Of the person');
    expect(await within(dialog).findByText(message)).toBeDefined();
    expect(kept).toEqual([]);

    refusal = null;
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await button('Of the person')).toBeDefined();
  });

  test('of a name that is taken replaces the saved one, and the button says so', async () => {
    kept = [{ id: '1', name: 'Mine', role: 'assistant' }];
    draw({ role: 'user' });
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Mine' });
    await saveAs('Mine', 'Replace the saved one');
    await waitFor(() => expect(kept).toEqual([{ id: '1', name: 'Mine', role: 'user' }]));
  });

  test('that was removed in another tab leaves the list when it is removed here', async () => {
    kept = [
      { id: '1', name: 'Mine', role: 'assistant' },
      { id: '2', name: 'Another', role: 'user' },
    ];
    draw({});
    await openMenu();
    await choose('Remove a filter');
    const remove = await button('Remove Mine');
    kept = kept.filter(({ id }) => id !== '1');
    fireEvent.click(remove);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Mine' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Remove Another' })).toBeDefined();
  });
});
