import { randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import { withinMerchant } from '../../../src/core/foundation/context.ts';
import type { Role } from '../../../src/core/foundation/permissions.ts';
import { appointMember } from '../../../src/core/team/team-members.ts';
import type { TestService } from '../../kit/service.ts';

export { test } from '../../kit/test.ts';

export const PASSWORD = 'correct horse battery staple';
/** How long tests wait for notifications between processes. */
export const patient = { timeout: 60_000 };
/** Hashed once: hashing is deliberately slow. */
const passwordHash = hashPassword(PASSWORD);

export const emailOf = (name: string) => `${name}-${randomUUID()}@people.test`;

/** Makes a person, by default a new one, a member of a merchant account. */
export async function appoint(
  { contextFor }: TestService,
  merchantId: string,
  role: Role,
  email = emailOf(role),
): Promise<{ email: string; personId: string }> {
  const ctx = withinMerchant(contextFor({ kind: 'admin_key' }, 'test'), merchantId);
  const appointed = { email, name: 'Test Person', role, passwordHash: await passwordHash };
  const { personId } = await appointMember(ctx, appointed);
  return { email, personId };
}

/** A page's response. */
export interface PageAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
  readonly body: any;
  readonly cookies: readonly string[];
  readonly headers: globalThis.Headers;
}

type Sent = Record<string, string>;

/** A page of the service in a browser, with cookies and the origin headers. */
export class Browser {
  readonly #url: string;
  readonly #cookies: Map<string, string>;

  constructor({ url }: Pick<TestService, 'url'>, cookies = new Map<string, string>()) {
    this.#url = url;
    this.#cookies = cookies;
  }

  /** The cookies as a header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Another browser, at another process, with copied cookies. */
  at(service: Pick<TestService, 'url'>): Browser {
    return new Browser(service, new Map(this.#cookies));
  }

  async send(method: string, path: string, body?: unknown, headers: Sent = {}): Promise<PageAnswer> {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        origin: this.#url,
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (attributes.includes('Max-Age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const { headers: answered, status } = response;
    return { status, body: isJson && text ? JSON.parse(text) : text, cookies, headers: answered };
  }

  get(path: string, headers?: Sent): Promise<PageAnswer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers?: Sent): Promise<PageAnswer> {
    return this.send('POST', path, body, headers);
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
  async graphql(query: string, headers?: Sent, variables?: object): Promise<any> {
    return (await this.post('/graphql', { query, variables }, headers)).body;
  }
}

/** Signs in a person in a separate browser. */
export async function signIn(
  service: Pick<TestService, 'url'>,
  email: string,
  password = PASSWORD,
): Promise<{ answer: PageAnswer; browser: Browser }> {
  const browser = new Browser(service);
  return { answer: await browser.post('/auth/sign-in/email', { email, password }), browser };
}
