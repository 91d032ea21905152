// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as signIn from '#web/accounts/sign-in.route.tsx';
import * as signUp from '#web/accounts/sign-up.route.tsx';
import * as verifyEmail from '#web/accounts/verify-email.route.tsx';
import { forgetSession } from '#web/app/session.ts';

// Generous, because the machine may be busy.
configure({ asyncUtilTimeout: 15_000 });

let asked: { path: string; body: Record<string, string> }[] = [];

beforeEach(() => {
  asked = [];
  forgetSession();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, location.href);
    if (pathname.endsWith('/get-session')) return Response.json(null);
    if (pathname.endsWith('/providers')) return Response.json([{ id: 'gitlab', name: 'GitLab' }]);
    asked.push({ path: pathname, body: JSON.parse(String(init?.body ?? '{}')) });
    return Response.json({ token: null, user: { id: 'u' }, redirect: false });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(address: string) {
  const hydrating = { HydrateFallback: () => null };
  const router = createMemoryRouter(
    [
      { path: '/sign-in', loader: signIn.loader, Component: signIn.Component, ...hydrating },
      { path: '/sign-up', loader: signUp.loader, Component: signUp.Component, ...hydrating },
      { path: '/verify-email', Component: verifyEmail.Component },
      { path: '*', Component: () => <h1>Elsewhere</h1> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
}

const places = [
  ['%2Fdashboard%2Fs1%2Fcall-log%2F%3Fa%3D1', '/dashboard/s1/call-log/?a=1'],
  ['https%3A%2F%2Fevil.example%2F', '/dashboard/'],
  ['%2F%2Fevil.example%2F', '/dashboard/'],
  ['%2F%5Cevil.example', '/dashboard/'],
  ['javascript%3Aalert(1)', '/dashboard/'],
] as const;

describe('The redirect path', () => {
  test.each(places)('the redirect path is kept through sign-up and its mail: %s', async (given, place) => {
    open(`/sign-up?redirect=${given}`);
    const enter = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText('Email');
    enter('Your name', 'Teresa');
    enter('Email', 'teresa@example.com');
    enter('Password', 'a good sentence');
    fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));

    await screen.findByText(/We have sent/);
    expect(asked[0]?.body.callbackURL).toBe(
      `/verify-email?verified=yes&redirect=${encodeURIComponent(place)}`,
    );
    const signIn = screen.getByRole('link', { name: 'Sign in' });
    expect(new URL(signIn.getAttribute('href') ?? '', location.href).searchParams.get('redirect')).toBe(
      place,
    );
  });

  test.each(places)('a confirmed address continues to the redirect path: %s', async (given, place) => {
    open(`/verify-email?verified=yes&redirect=${given}`);

    expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe(place);
  });

  test.each(places)('a provider leads back to the redirect path: %s', async (given, place) => {
    open(`/sign-in?redirect=${given}`);
    fireEvent.click(await screen.findByRole('button', { name: 'GitLab' }));

    await vi.waitFor(() => expect(asked).toHaveLength(1), 15_000);
    expect(asked[0]).toMatchObject({
      path: '/api/auth/sign-in/social',
      body: { provider: 'gitlab', callbackURL: place },
    });
    expect(asked[0]?.body.errorCallbackURL).toMatch(/^\/sign-in\?redirect=/);
  });
});
