import { expect } from 'vitest';
import { password } from './person.ts';
import { server } from './server.ts';

/** The listed origin of a web app that is not on its API's origin. */
export const web = 'https://stories.example';

/** The cookies that a page on another origin stores and sends in their own header. */
export class Jar {
  readonly kept = new Map<string, string>();
  header() {
    return [...this.kept].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  take(answer: Response) {
    for (const each of (answer.headers.get('set-better-auth-cookie') ?? '').split(/,(?=\s*[\w.-]+=)/)) {
      const [, name, value] = /^\s*([^=]+)=([^;]*)/.exec(each) ?? [];
      if (!name) continue;
      if (!value || /max-age=0/i.test(each)) this.kept.delete(name);
      else this.kept.set(name, value);
    }
  }
}

/** Calls the API as a page on that origin does: with its stored cookies in a header and without browser cookies. */
export async function ask(
  path: string,
  {
    jar = new Jar(),
    body,
    headers = {},
  }: { jar?: Jar; body?: object; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${server().url}${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      origin: web,
      'better-auth-cookie': jar.header(),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  jar.take(answer);
  return answer;
}

/** Signs in on a page on that origin. */
export async function signedIn(email: string) {
  const jar = new Jar();
  const answer = await ask('/api/auth/sign-in/email', { jar, body: { email, password } });
  expect(answer.status).toBe(200);
  return { jar, answer };
}
