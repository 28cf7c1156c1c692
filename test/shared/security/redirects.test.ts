import { expect } from 'vitest';
import { allPermissions, allRoles, type Role, roles } from '../../../src/core/foundation/permissions.ts';
import type { Redirected } from '../../../src/core/model/index.ts';
import { redirectPermissions } from '../../../src/core/model/redirects.ts';
import { operations } from '../../../src/rest/operations.ts';
import { organizationKey } from '../../kit/admin-key.ts';
import { figure, isFullRun, someOf } from '../../kit/figure.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { enrol } from '../people/authenticator.ts';
import { appoint, type Browser, signIn } from '../people/people.ts';
import {
  type RedirectingWorld,
  type RedirectPlace,
  redirectingWorld,
  redirectPlaces,
  requestAt,
} from './redirecting-requests.ts';

const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({}))
  .extend('world', { scope: 'file' }, ({ service }) => redirectingWorld(service));

/** The sender of a request: with a key, or in a browser with a session. */
interface Sender {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it names the merchant. */
  readonly named: boolean;
  /** Whether it lacks only the permission to redirect. */
  readonly isOtherwisePermitted: boolean;
}

const withKey = (name: string, key: string, more: Partial<Sender> = {}): Sender => ({
  name,
  headers: { 'api-key': key },
  named: false,
  isOtherwisePermitted: true,
  ...more,
});

const ofBrowser = (service: TestService, name: string, { cookie }: Browser): Sender => ({
  name,
  headers: { cookie, origin: service.url, 'sec-fetch-site': 'same-origin' },
  named: false,
  isOtherwisePermitted: false,
});

/** A request's response, in the same form from both APIs. */
interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
}

async function send(
  { url }: Pick<TestService, 'url'>,
  world: RedirectingWorld,
  place: RedirectPlace,
  { headers, named }: Sender,
): Promise<Answer> {
  const { at, body } = requestAt(place, world, named);
  const { face, operation } = place;
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { userErrors { code message param } } }`;
  const sent = face === 'rest' ? body : { query, variables: { input: body } };
  const response = await fetch(url + (face === 'rest' ? at : '/graphql'), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  // biome-ignore lint/suspicious/noExplicitAny: either an error of REST, or a response of GraphQL.
  const answer: any = await response.json();
  const [first] = answer.errors ?? [];
  const fault =
    face === 'rest'
      ? answer.error
      : first
        ? { message: first.message, ...first.extensions }
        : answer.data?.[operation].userErrors[0];
  const { code = null, message = '', param = null } = fault ?? {};
  return { status: response.status, code, message, param };
}

const tables = [
  'merchant_accounts',
  'business_profiles',
  'connector_accounts',
  'webhook_endpoints',
  'report_schedules',
  'payments',
  'payouts',
  'collect_links',
];

/** A merchant's stored values that could redirect something. */
async function storedBy({ database }: TestService, { shop }: RedirectingWorld): Promise<unknown> {
  const texts = tables.map(
    (table) =>
      `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t where merchant_id = $1) ${table}`,
  );
  const statement = {
    text: `select ${texts.join(', ')}`,
    values: [shop.merchantId],
    touches: { reads: tables },
  };
  return (await database.rows.query(statement, shop.merchantId))[0];
}

const places = redirectPlaces();
const nameOf = ({ face, operation, path }: RedirectPlace) => `${face} ${operation} ${path.join('.')}`;
const classes = Object.keys(redirectPermissions) as Redirected[];

/** A signed-in member with a role, with or without a second factor. */
async function member(service: TestService, world: RedirectingWorld, role: Role, withFactor: boolean) {
  const { email } = await appoint(service, world.shop.merchantId, role);
  const { browser } = await signIn(service, email);
  if (withFactor) await enrol(browser);
  return ofBrowser(service, `a person with the role ${role}`, browser);
}

/** All callers without the permission to redirect a class of destinations. */
async function lacking(service: TestService, world: RedirectingWorld, redirected: Redirected) {
  const needed = redirectPermissions[redirected];
  const others = allPermissions.filter((permission) => permission !== needed);
  const { organizationId, shop } = world;
  const without = allRoles.filter((role) => !(roles[role] as readonly string[]).includes(needed));
  const senders: Sender[] = [
    withKey(`a key with all but ${needed}`, await shop.apiKey({ permissions: others })),
    withKey(
      `a key of a profile with all but ${needed}`,
      await shop.apiKey({ permissions: others, profile_id: shop.profileId }),
      { isOtherwisePermitted: false },
    ),
  ];
  for (const role of without) {
    const key = await shop.apiKey({ permissions: [...roles[role]] });
    senders.push(withKey(`a key of a ${role}`, key, { isOtherwisePermitted: false }));
    senders.push(await member(service, world, role, true));
  }
  if (redirected === 'card') {
    const key = await organizationKey(service, organizationId);
    senders.push(withKey('the key of an organization', key, { isOtherwisePermitted: false, named: true }));
  }
  return senders;
}

test.for(classes)(
  'A caller without the permission cannot set a destination of class %s, over either API',
  async (redirected, { service, task, world }) => {
    const needed = redirectPermissions[redirected];
    const own = places.filter((place) => place.redirected === redirected);
    const senders = await lacking(service, world, redirected);
    const before = await storedBy(service, world);
    const tried = own.flatMap((place) => senders.map((sender) => ({ place, sender })));
    // The first sender lacks nothing else; an ordinary run samples the others.
    const some = new Set([
      ...tried.filter(({ sender }) => sender.isOtherwisePermitted),
      ...someOf(tried, 120),
    ]);
    for (const { place, sender } of some) {
      // Creating an account requires an administrator or organization.
      if (place.operation === 'createMerchantAccount' && !sender.named) continue;
      if (sender.named && !isForAdmin(place)) continue;
      const { code, message, param } = await send(service, world, place, sender);
      const of = `${nameOf(place)} by ${sender.name}: ${message}`;
      expect([of, code]).toEqual([of, 'not_permitted']);
      if (!sender.isOtherwisePermitted) continue;
      expect(message).toContain(needed);
      expect([of, typeof param]).toEqual([of, 'string']);
    }
    expect(await storedBy(service, world)).toEqual(before);
    const fields = new Set(own.map(({ path }) => path.join('.'))).size;
    figure(
      task,
      `${some.size} requests: ${own.length} places of ${fields} fields, ${senders.length} callers`,
    );
    expect(own.length).toBeGreaterThan(10);
  },
);

test.for(['rest', 'graphql'] as const)(
  'Over %s a caller with the permission can set each destination, a person only with a second factor',
  async (face, { service, task }) => {
    const world = await redirectingWorld(service);
    const every = await world.shop.apiKey({ permissions: [...allPermissions] });
    const named = withKey('a key with all permissions by name', every);
    const admin = withKey('the admin key', service.adminApiKey, { named: true });
    const owner = await member(service, world, 'owner', true);
    const unproved = await member(service, world, 'owner', false);
    const own = places.filter((place) => place.face === face);
    let count = 0;
    for (const [i, place] of own.entries()) {
      const senders = sendersAt(place, { admin, named, owner });
      if (senders.includes(owner)) {
        const { code } = await send(service, world, place, unproved);
        expect([nameOf(place), code]).toEqual([nameOf(place), 'second_factor_required']);
      }
      for (const sender of isFullRun ? senders : [senders[i % senders.length]!]) {
        const { code, message } = await send(service, world, place, sender);
        const of = `${nameOf(place)} by ${sender.name}: ${message}`;
        expect([of, code]).toEqual([of, null]);
        count += 1;
      }
    }
    figure(task, `${count} requests taken at ${own.length} places`);
  },
);

/** The senders for a place: administrators create accounts, and some operations are closed to them. */
function sendersAt(
  place: RedirectPlace,
  { admin, ...merchants }: Readonly<Record<'admin' | 'named' | 'owner', Sender>>,
): Sender[] {
  if (place.operation === 'createMerchantAccount') return [admin];
  return [...Object.values(merchants), ...(isForAdmin(place) ? [admin] : [])];
}

/** Whether administrators and organizations may call an operation. */
const isForAdmin = ({ face, operation }: RedirectPlace): boolean =>
  face === 'graphql' || operations.some(({ id, keys }) => id === operation && keys.includes('admin_key'));
