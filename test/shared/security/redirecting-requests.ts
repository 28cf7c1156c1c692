import { generateKeyPairSync } from 'node:crypto';
import {
  allInputs,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  type Redirected,
} from '../../../src/core/model/index.ts';
import { operations } from '../../../src/rest/operations.ts';
import { adminKey } from '../../kit/admin-key.ts';
import { clientOf } from '../../kit/client.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { graphqlInput } from '../faces/twin.ts';
import '../../../src/graphql/schema.ts';

type Json = Record<string, unknown>;

/** A merchant with an object of each kind with redirecting fields, none masked or of the sandbox. */
export interface RedirectingWorld {
  readonly shop: SeededMerchant;
  readonly organizationId: string;
  readonly ids: Readonly<Record<string, string>>;
}

const PUBLIC_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();

const live = {
  connector_type: 'payment_processor',
  connector_name: 'stripe',
  connector_account_details: { connector_account_details: { api_key: 'sk_live_stored' } },
  test_mode: false,
};
/** The recipients of reports. */
const finance = ['ada', 'grace'];
const monthly = { name: 'For finance', list: 'refunds', period: 'monthly', time_zone: 'UTC' };

export async function redirectingWorld(service: TestService): Promise<RedirectingWorld> {
  const organizationId = `org_${(await adminKey(service)).keyId}`;
  const shop = await seedMerchant(service, { organization_id: organizationId });
  const { merchantId, profileId } = shop;
  for (const name of finance) await shop.teamMember({ email: `${name}@example.com`, role: 'owner' });
  const customer_id = await shop.customer();
  const client = clientOf(service);
  const made = async (path: string, body: Json, id: string, key = service.adminApiKey) => {
    const isNamed = path.startsWith('/account') || key === shop.key;
    const place = isNamed ? path : `${path}?merchant_id=${merchantId}`;
    const answer = await client.post(place, { key, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return String((answer.body as Json)[id]);
  };
  const open = { amount: 100, currency: 'USD', profile_id: profileId, payment_link: true };
  const ids = {
    merchant_id: merchantId,
    account_id: merchantId,
    profile_id: profileId,
    customer_id,
    payment_id: await made('/payments', { ...open, email: 'ada@example.com' }, 'payment_id'),
    payout_id: await made(
      '/payouts',
      { amount: 100, currency: 'EUR', payout_link: true },
      'payout_id',
      shop.key,
    ),
    pm_collect_link_id: await made('/payment_methods/collect', { customer_id }, 'pm_collect_link_id'),
    connector_id: await made(`/accounts/${merchantId}/connectors`, live, 'merchant_connector_id'),
    endpoint_id: await made('/webhook_endpoints', { url: 'https://stored.example.com' }, 'endpoint_id'),
    schedule_id: await made('/report_schedules', { ...monthly, mask_personal_data: false }, 'schedule_id'),
  };
  return { shop, organizationId, ids: { ...ids, merchant_connector_id: ids.connector_id } };
}

/** A request's other members: operations with such fields must be listed here. */
const others: Readonly<Record<string, (world: RedirectingWorld, count: number) => Json>> = {
  createMerchantAccount: (_world, count) => ({ merchant_id: `made_${process.pid}_${count}` }),
  updateMerchantAccount: () => ({}),
  createBusinessProfile: (_world, count) => ({ profile_name: `Made ${count}` }),
  updateBusinessProfile: () => ({}),
  createConnectorAccount: ({ shop }) => ({ ...live, profile_id: shop.profileId }),
  updateConnectorAccount: () => ({}),
  createWebhookEndpoint: ({ shop }) => ({ url: 'https://given.example.com', profile_id: shop.profileId }),
  updateWebhookEndpoint: () => ({}),
  createDomain: () => ({}),
  createReportSchedule: () => ({ ...monthly, mask_personal_data: false }),
  updateReportSchedule: () => ({ mask_personal_data: false }),
  createPayment: ({ shop }) => ({
    amount: 100,
    currency: 'USD',
    profile_id: shop.profileId,
    payment_link: true,
  }),
  updatePayment: () => ({ payment_link: true }),
  createCollectLink: ({ ids }) => ({ customer_id: ids.customer_id }),
  mailPaymentLink: () => ({}),
  mailPayoutLink: () => ({}),
  mailCollectLink: () => ({}),
};

/** A redirecting field in an operation of one API. */
export interface RedirectPlace {
  readonly face: 'rest' | 'graphql';
  readonly operation: string;
  /** The names on the path to it. */
  readonly path: readonly string[];
  readonly field: FieldDescription;
  readonly redirected: Redirected;
  readonly input: DescribedClass;
  /** In REST: the path of the operation. */
  readonly at: string;
}

/** The paths to an input's redirecting fields. One variant of settings is named `summer`. */
function pathsIn(
  target: DescribedClass,
  around: readonly DescribedClass[] = [],
): [path: string[], field: FieldDescription][] {
  const inside = [...around, target];
  return fieldsOf(target).flatMap((field): [string[], FieldDescription][] => {
    const { name, of, redirects, variantsOf } = field;
    if (redirects) return [[[name], field]];
    const nested = of && ['object', 'object_list', 'json_encoded_list'].includes(field.kind) ? of() : null;
    const within = nested && !inside.includes(nested) ? pathsIn(nested, inside) : [];
    // Variants are not nested.
    const variant = variantsOf?.();
    const inVariant = variant && !around.includes(variant) ? pathsIn(variant, [...inside, variant]) : [];
    return [
      ...within.map(([path, leaf]): [string[], FieldDescription] => [[name, ...path], leaf]),
      ...inVariant.map(([path, leaf]): [string[], FieldDescription] => [[name, 'summer', ...path], leaf]),
    ];
  });
}

/** Every such place, from the inputs' descriptions. */
export function redirectPlaces(): RedirectPlace[] {
  const place = (face: RedirectPlace['face'], operation: string, input: DescribedClass, at: string) =>
    pathsIn(input).map(([path, field]) => {
      if (!(operation in others)) throw new Error(`${operation} is not among the requests that redirect.`);
      return { face, operation, path, field, redirected: field.redirects!, input, at };
    });
  const rest = operations.flatMap(({ body, id, path }) => (body ? place('rest', id, body, path) : []));
  const graphql = allInputs().flatMap((input) => {
    const [, name] = /^(\w+)Input$/.exec(input.name) ?? [];
    const mutation = name && name.charAt(0).toLowerCase() + name.slice(1);
    return mutation && mutation in others ? place('graphql', mutation, input, '') : [];
  });
  return [...rest, ...graphql];
}

/** A new value that the field's operation accepts. */
function sample({ format, kind, name }: FieldDescription, operation: string, count: number): unknown {
  if (name === 'public_key') return PUBLIC_KEY;
  if (operation === 'createDomain') return `proved${count}.example.com`;
  if (kind === 'bool') return operation.startsWith('update');
  if (name === 'recipients') return [`${finance[count % 2]}@example.com`];
  if (kind === 'text_list') return [`shop${count}.example.com`];
  if (name === 'connector_account_details') return { api_key: `sk_live_${count}` };
  if (kind === 'json_object') return { 'x-shop': `${count}` };
  if (format === 'url') return `https://evil${count}.example.com`;
  if (format === 'host') return `pay${count}.example.com`;
  return format === 'email' ? `evil${count}@example.com` : `text${count}`;
}

let count = 0;

function withValue(body: Json, [name, ...rest]: readonly string[], value: unknown): Json {
  if (rest.length === 0) return { ...body, [name!]: value };
  return { ...body, [name!]: withValue((body[name!] ?? {}) as Json, rest, value) };
}

/** A request that sets the field at a place. */
export interface RedirectingRequest {
  /** In REST: the path of the request. */
  readonly at: string;
  readonly body: Json;
}

/**
 * The request for a place, with a new value each time.
 *
 * @param named Whether the caller names the merchant: an administrator or an organization.
 */
export function requestAt(
  { at, face, field, input, operation, path }: RedirectPlace,
  world: RedirectingWorld,
  named: boolean,
): RedirectingRequest {
  count += 1;
  const body = withValue(others[operation]!(world, count), path, sample(field, operation, count));
  if (face === 'rest') {
    const filled = at.replaceAll(/\{(\w+)\}/g, (_, name) => world.ids[name]!);
    const isNamed = named && !/^\/accounts?\b/.test(at);
    return { at: isNamed ? `${filled}?merchant_id=${world.shop.merchantId}` : filled, body };
  }
  const ids = fieldsOf(input).flatMap(({ name, required }) => {
    const isAsked = name === 'merchant_id' ? named || required : required && !(name in body);
    return isAsked && name in world.ids && !(name in body) ? [[name, world.ids[name]]] : [];
  });
  return { at, body: graphqlInput(input, { ...Object.fromEntries(ids), ...body }) as Json };
}
