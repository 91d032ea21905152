// @vitest-environment jsdom
import { ApolloClient, ApolloLink, gql, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import type { FragmentType } from '@apollo/client/masking';
import { ApolloProvider } from '@apollo/client/react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';

afterEach(cleanup);

type Story = { __typename: 'Card'; id: string; title: string; sentences: { text: string; quote: boolean }[] };
const whole: TypedDocumentNode<Story> = gql`
  fragment Whole on Card {
    id
    title
    sentences {
      text
      quote
    }
  }
`;
const short: TypedDocumentNode<object> = gql`
  fragment Short on Card {
    id
    title
    sentences {
      text
    }
  }
`;
const story = {
  ...{ __typename: 'Card' as const, id: '1', title: 'The fire' },
  sentences: [{ text: 'It burned.', quote: true }],
};

function StoryTitle({ id }: { id: string }) {
  const from = { __typename: 'Card', id } as unknown as FragmentType<Story>;
  const { data } = useKeptFragment({ fragment: whole, from });
  return <input aria-label={`${data.title}: ${data.sentences.map(({ text }) => text).join(' ')}`} />;
}

function draw() {
  const cache = new InMemoryCache();
  const client = new ApolloClient({ cache, link: ApolloLink.empty(), dataMasking: true });
  const shown = (id: string) => (
    <ApolloProvider client={client}>
      <Suspense fallback="Loading">
        <StoryTitle id={id} />
      </Suspense>
    </ApolloProvider>
  );
  const write = (data: object, fragment: TypedDocumentNode<object> = whole) =>
    act(async () => {
      cache.writeFragment({ fragment, data });
    });
  return { cache, write, shown };
}

describe('The data of a part of a page', () => {
  test('stays with its focus and typed words while an answer leaves fields out, and then follows', async () => {
    const { write, shown } = draw();
    await write(story);
    await act(async () => render(shown('1')));
    const input = screen.getByLabelText<HTMLInputElement>('The fire: It burned.');
    input.focus();
    fireEvent.change(input, { target: { value: 'half a word' } });

    await write({ ...story, title: 'The mill', sentences: [{ text: 'It was cold.' }] }, short);
    expect(screen.getByLabelText('The fire: It burned.')).toBe(input);
    await write({ ...story, title: 'The mill', sentences: [{ text: 'It was cold.', quote: false }] });
    expect(await screen.findByLabelText('The mill: It was cold.')).toBe(input);
    expect([document.activeElement, input.value]).toEqual([input, 'half a word']);
    expect(screen.queryByText('Loading')).toBeNull();
  });

  test('is waited for until it is complete for the first time', async () => {
    const { write, shown } = draw();
    await write({ ...story, sentences: [{ text: 'It burned.' }] }, short);
    await act(async () => render(shown('1')));
    expect(screen.getByText('Loading')).toBeDefined();
    await write(story);
    expect(await screen.findByLabelText('The fire: It burned.')).toBeDefined();
  });

  test('is never that of another part, and stays when the part is gone', async () => {
    const { cache, write, shown } = draw();
    await write(story);
    const { rerender } = render(shown('1'));
    await write({ ...story, id: '2', sentences: [{ text: 'It froze.' }] }, short);
    await act(async () => rerender(shown('2')));
    expect(screen.getByText('Loading')).toBeDefined();
    await write({ ...story, id: '2', sentences: [{ text: 'It froze.', quote: true }] });
    expect(await screen.findByLabelText('The fire: It froze.')).toBeDefined();
    await act(async () => {
      cache.evict({ id: 'Card:2' });
    });
    expect(screen.getByLabelText('The fire: It froze.')).toBeDefined();
    expect(screen.queryByText('Loading')).toBeNull();
  });
});
