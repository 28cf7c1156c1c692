import { generateKeyPairSync } from 'node:crypto';
import { allPermissions, type Permission, type Role } from '../../../../src/core/foundation/permissions.ts';
import type { Message } from '../../../../src/core/foundation/ports/mail.ts';
import { writeExports } from '../../../../src/core/vault-exports/write-exports.ts';
import type { SeededMerchant } from '../../../kit/seed.ts';
import type { TestService } from '../../../kit/service.ts';
import { appoint, Browser, test as base, emailOf, PASSWORD, signIn } from '../../people/people.ts';

const DAY_MS = 24 * 60 * 60_000;
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));

/** The sent mails to the test's mailboxes. */
const mails: Message[] = [];

/** A caller with the headers of a session or key. */
export interface Actor {
  readonly id: string;
  post(path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  send(method: string, path: string): Promise<{ status: number; body: Answer }>;
}
// biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
type Answer = any;

export interface Member extends Actor {
  readonly browser: Browser;
}

/** A merchant's team, with the actions of its people and keys. */
export interface Team {
  /** A person whom an administrator made a member, signed in with a second factor. */
  appointed(role: Role): Promise<Member>;
  /** A mailbox that receives an invitation and accepts it. */
  invited(by: Actor, role?: Role): Promise<Member>;
  /** A key created by a caller. */
  keyOf(by: Actor, permissions?: readonly Permission[] | null, keyId?: string): Promise<Actor>;
  /** Advances some days since the current members got their roles. */
  days(days: number): Promise<void>;
  ask(by: Actor): Promise<string>;
  /** `approved` or `awaiting_approval`, or the refusal's code and message. */
  approve(by: Actor, exportId: string): Promise<string>;
  write(): Promise<number>;
  sql(text: string, values?: unknown[]): Promise<Answer[]>;
}

function teamOf(service: TestService, shop: SeededMerchant): Team {
  const sql = (text: string, values: unknown[] = []) =>
    service.database.rows.query<Answer>({ text, values }, null);
  /** Like a code of an authenticator app, which `second-factor.test.ts` enters. */
  const proveSecondFactor = (personId: string) =>
    sql(`update auth.sessions set second_factor = true, second_factor_at = now() where user_id = $1`, [
      personId,
    ]);
  const memberOf = async (personId: string, browser: Browser): Promise<Member> => {
    await proveSecondFactor(personId);
    return {
      id: personId,
      browser,
      post: (path, body = {}) => browser.post(path, body),
      send: (method, path) => browser.send(method, path),
    };
  };
  return {
    sql,
    appointed: async (role) => {
      const { email, personId } = await appoint(service, shop.merchantId, role);
      return memberOf(personId, (await signIn(service, email)).browser);
    },
    invited: async (by, role = 'admin') => {
      const email = emailOf('mailbox');
      const { body, status } = await by.post(`/invitations/${shop.merchantId}`, { email, role });
      if (status !== 200) throw new Error(JSON.stringify(body));
      const token = new URL(mails.find(({ to }) => to === email)!.link).searchParams.get('token');
      const browser = new Browser(service);
      await browser.post('/auth/accept-invitation', { token, name: 'A Mailbox', password: PASSWORD });
      const [person] = await sql('select id from auth.persons where email = $1', [email]);
      return memberOf(person.id, browser);
    },
    keyOf: async (by, permissions = allPermissions, keyId) => {
      const given = { ...(permissions ? { permissions } : {}), ...(keyId ? { key_id: keyId } : {}) };
      const { body, status } = await by.post(`/api_keys/${shop.merchantId}`, { name: 'made', ...given });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return keyActor(service, body.key_id, body.secret);
    },
    days: async (days) => {
      await sql(
        `update team_members set vault_export_since = vault_export_since - make_interval(days => $2) where merchant_id = $1`,
        [shop.merchantId, days],
      );
    },
    ask: async (by) => {
      const { body, status } = await by.post('/exports/payment_methods', { public_key: pem });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.export_id;
    },
    approve: async (by, exportId) => {
      const { body } = await by.post(`/exports/payment_methods/${exportId}/approve`);
      return body.error ? `${body.error.code}: ${body.error.message}` : body.status;
    },
    write: () => writeExports(service.contextFor({ kind: 'admin_key' }, 'req_test')),
  };
}

/** A key as an actor. */
export function keyActor(service: Pick<TestService, 'url'>, id: string, key: string): Actor {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'api-key': key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return { id, send, post: (path, body = {}) => send('POST', path, body) };
}

/** Like the live environment: approvers of seven days, and a delay of one. */
export const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({
    exportRules: { approverMs: 7 * DAY_MS, delayMs: DAY_MS },
    mail: { post: (message: Message) => void mails.push(message), drain: async () => {} },
  }))
  .extend('team', ({ service, shop }) => teamOf(service, shop));
