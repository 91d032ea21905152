// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as signIn from '#web/accounts/sign-in.route.tsx';
import * as verifyEmail from '#web/accounts/verify-email.route.tsx';
import { forgetSession } from '#web/app/session.ts';

// Generous, because the machine may be busy.
configure({ asyncUtilTimeout: 15_000 });

type Answer = { status: number; body: unknown };

// The auth client takes `fetch` when it is created, so ours must be in place before.
const network = vi.hoisted(() => {
  const held = { answer: async (_path: string): Promise<Response> => Response.json(null) };
  globalThis.fetch = (input) => held.answer(String(input instanceof Request ? input.url : input));
  return held;
});

/** A server with this response to sign-in and without a session; returns the list of requested paths. */
function server({ status, body }: Answer): string[] {
  const asked: string[] = [];
  network.answer = async (path) => {
    if (path.endsWith('/providers')) return Response.json([]);
    asked.push(path);
    return path.includes('get-session') ? Response.json(null) : Response.json(body, { status });
  };
  return asked;
}

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/sign-in', loader: signIn.loader, Component: signIn.Component, HydrateFallback: () => null },
      { path: '/verify-email', Component: verifyEmail.Component },
      { path: '/settings/', Component: () => <h1>Your settings</h1> },
      { path: '*', Component: () => <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

async function enter(email: string, password: string) {
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

beforeEach(() => forgetSession());
afterEach(cleanup);

describe('Signing in', () => {
  test('signing in returns to the page that the user came from', async () => {
    server({ status: 200, body: { token: 't', redirect: false, user: { id: 'u' } } });
    open('/sign-in?redirect=%2Fsettings%2F');
    await enter('teresa@example.com', 'a good sentence');

    await screen.findByText('Your settings');
  });

  test('a wrong password is reported in the fixed words, and the input stays', async () => {
    server({
      status: 401,
      body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
    });
    open('/sign-in');
    await enter('teresa@example.com', 'a wrong sentence');

    await screen.findByText('Invalid email or password');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('teresa@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a wrong sentence');
  });

  test('an unconfirmed address is offered the mail again', async () => {
    server({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' } });
    open('/sign-in');
    await enter('teresa@example.com', 'a good sentence');

    await screen.findByText('This address is not confirmed yet');
    const again = screen.getByRole('button', { name: 'Send the mail again' });
    expect(again.matches(':disabled, [aria-disabled=true], [aria-busy=true]')).toBe(false);
  });

  test('missing input is reported before anything is sent', async () => {
    const asked = server({ status: 200, body: {} });
    open('/sign-in');
    await enter('teresa@example', '');

    await screen.findByText('This address is missing its ending, like .com');
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(asked.some((path) => path.includes('sign-in/email'))).toBe(false);
  });

  test('without a response the page says that nothing was changed', async () => {
    server({ status: 503, body: {} });
    open('/sign-in');
    await enter('teresa@example.com', 'a good sentence');

    await screen.findByText('The connection broke before Evertold answered');
  });
});

describe('A link to confirm an address', () => {
  test.each([
    ['token_expired', 'This link is too old'],
    ['invalid_token', 'This link no longer works'],
    ['user_not_found', 'There is no account for this link'],
    ['unauthorized', 'This link belongs to another account'],
    ['something_new', 'The reason given: something_new'],
  ])('a confirmation link that fails with %s says why', async (error, words) => {
    open(`/verify-email?error=${error}`);

    await screen.findByText(words);
  });
});
