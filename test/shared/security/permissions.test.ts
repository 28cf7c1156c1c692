import { type GraphQLField, getNamedType, isLeafType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { revokeAdminKey } from '../../../src/core/access/admin-keys.ts';
import {
  allPermissions,
  allRoles,
  organizationPermissions,
  type Permission,
  permissions,
  roles,
} from '../../../src/core/foundation/permissions.ts';
import { operations } from '../../../src/rest/operations.ts';
import { adminKey, organizationKey } from '../../kit/admin-key.ts';
import { figure, someOf } from '../../kit/figure.ts';
import { globalIdOf } from '../../kit/global-id.ts';
import { type GraphqlError, graphql } from '../../kit/graphql.ts';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { test as base } from '../../kit/test.ts';
import { closeAll, connect } from '../graphql/subscriptions/live.ts';
import { inParallel } from './asking.ts';
import { argumentsWith, mutationFields, queryFields, schema, type ValueFor } from './graphql-fields.ts';
import {
  ofCustomersInRest,
  ofOperations,
  ofOrganization,
  ofQueries,
  ofSubscriptions,
  ofTypes,
  ofWholeMerchant,
  type Taken,
} from './permission-tables.ts';

const subscriptionFields = Object.values(schema.getSubscriptionType()!.getFields());

/** How a request ended: refused for lack of a permission, refused for its kind of key, or not refused for either. */
type Outcome = { readonly code: string; readonly message: string } | null;

interface Asked {
  readonly what: string;
  readonly taken: Taken;
  /** The name of the field or operation. */
  readonly name: string;
  /** Whether it concerns the merchant account as a whole. */
  readonly isWhole: boolean;
  /** Whether an administrator may call it, and an organization with the permission. */
  readonly takesAdmin: boolean;
  /** @param merchantId The merchant that an administrator names to subscribe. */
  ask(key: string, merchantId?: string): Promise<Outcome>;
}

const refusals = ['not_permitted', 'wrong_key_kind', 'invalid_api_key'];
const outcomeOf = (errors: readonly GraphqlError[]): Outcome => {
  const found = errors.find(({ extensions }) => refusals.includes(extensions.code));
  return found ? { code: found.extensions.code, message: found.message } : null;
};

/** A scalar value that identifies nothing of the merchant. */
const nothing: ValueFor = (_name, type) => {
  if (type === 'Int' || type === 'Amount') return 1;
  if (type === 'Boolean') return false;
  if (type === 'DateTime') return '2026-01-31T09:30:00Z';
  return type === 'JSON' ? {} : 'nothing';
};

const taken = (table: ReadonlyMap<string, Taken>, name: string): Taken => {
  const found = table.get(name);
  if (!found) throw new Error(`${name} stands in no table of permissions.`);
  return found;
};

/** The permission for selecting a field of an object. */
const leafOf = (field: GraphQLField<unknown, unknown>): string => {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return '';
  if (type.name.endsWith('Connection')) return '{ nodes { id } totalCount }';
  return '{ __typename }';
};

function asking(
  service: TestService,
  operation: string,
  field: GraphQLField<unknown, unknown>,
  args: Record<string, unknown>,
): Asked['ask'] {
  const given = field.args.filter(({ name }) => name in args);
  const declared = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const wrap = (list: string) => (list === '' ? '' : `(${list})`);
  const document = `${operation} ${wrap(declared)} { ${field.name}${wrap(passed)} ${leafOf(field)} }`;
  return async (key) => {
    const { errors, text } = await graphql(service, key, document, args);
    expect(text).not.toContain('internal_error');
    return outcomeOf(errors);
  };
}

function queries(service: TestService, { merchantId, profileId }: SeededMerchant): Asked[] {
  const ids = {
    id: globalIdOf('Payment', merchantId, 'none'),
    ids: [globalIdOf('Refund', merchantId, 'none')],
    profileId,
  };
  return queryFields.map(({ field }) => {
    const type = getNamedType(field.type).name.replace(/Connection$/, '');
    const own = ofTypes.get(type);
    const named = ofQueries.get(field.name);
    if (own && named) throw new Error(`${field.name} stands in two tables of permissions.`);
    const args = argumentsWith(field, nothing);
    for (const [name, value] of Object.entries(ids)) if (name in args) args[name] = value;
    return {
      what: `query ${field.name}`,
      taken: own ?? taken(ofQueries, field.name),
      isWhole: ofWholeMerchant.has(own ? type : field.name),
      name: field.name,
      takesAdmin: true,
      ask: asking(service, 'query', field, args),
    };
  });
}

const mutations = (service: TestService): Asked[] =>
  mutationFields.map(({ field }) => {
    const args = argumentsWith(field, nothing) as { input: Record<string, unknown> };
    // An unrestricted key also has every permission.
    if (field.name === 'createApiKey') args.input.permissions = ['KEYS_READ'];
    return {
      what: `mutation ${field.name}`,
      taken: taken(ofOperations, field.name),
      isWhole: ofWholeMerchant.has(field.name),
      name: field.name,
      takesAdmin: true,
      ask: asking(service, 'mutation', field, args),
    };
  });

const subscriptions = (service: TestService): Asked[] =>
  subscriptionFields.map(({ name }) => ({
    what: `subscription ${name}`,
    taken: taken(ofSubscriptions, name),
    isWhole: ofWholeMerchant.has(name),
    name,
    takesAdmin: true,
    ask: async (key, merchantId) => {
      const client = await connect(service, key);
      const named = merchantId ? `(merchantId: "${merchantId}")` : '';
      const live = client.subscribe(`subscription { ${name}${named} { cursor } }`);
      // A subscription started later is refused because of its cursor, if not also for its permission.
      await client.subscribe(`subscription { ${name}(after: "none") { cursor } }`).refusal();
      await client.roundTrip();
      const outcome = outcomeOf(live.errors);
      await client.close();
      return outcome;
    },
  }));

const rest = (service: TestService, { merchantId }: SeededMerchant): Asked[] =>
  operations.map(({ id, keys, method, path }) => ({
    what: `${method.toUpperCase()} ${path}`,
    taken: ofCustomersInRest.has(id) ? 'customer' : taken(ofOperations, id),
    isWhole: ofWholeMerchant.has(id),
    name: id,
    takesAdmin: keys.includes('admin_key'),
    ask: async (key) => {
      const at = path.replace('{account_id}', merchantId).replaceAll(/\{\w+\}/g, 'nothing');
      const body = id === 'createApiKey' ? { name: 'one', permissions: ['keys:read'] } : {};
      const response = await fetch(service.url + at, {
        method: method.toUpperCase(),
        headers: { 'api-key': key, 'content-type': 'application/json' },
        ...(method !== 'get' ? { body: JSON.stringify(body) } : {}),
      });
      expect(response.status).toBeLessThan(500);
      if (response.headers.get('content-type')?.startsWith('text/csv')) {
        await response.body?.cancel();
        return null;
      }
      const { error } = (await response.json()) as { error?: { code: string; message: string } };
      if (!error || !refusals.includes(error.code)) return null;
      expect(response.status).toBe(error.code === 'invalid_api_key' ? 401 : 403);
      return error;
    },
  }));

/** The expected result for a caller with permissions: the refusal's code and the names in its message. */
function expected({ taken: what }: Asked, held: readonly Permission[]): [string | null, string] {
  if (what === 'anyone') return [null, ''];
  if (what === 'operator' || what === 'person' || what === 'customer') return ['wrong_key_kind', ''];
  return held.includes(what) ? [null, ''] : ['not_permitted', what];
}

const test = base
  .extend('merchant', { scope: 'file' }, ({ service }) => seedMerchant(service))
  .extend('everything', { scope: 'file' }, ({ merchant, service }) => [
    ...queries(service, merchant),
    ...mutations(service),
    ...subscriptions(service),
    ...rest(service, merchant),
  ]);

test.afterEach(() => closeAll());

test('Every query, mutation, subscription and REST operation is open exactly to the roles in the table', async ({
  everything,
  merchant,
  task,
}) => {
  let asked = 0;
  // Below, each permission is tested alone and by omission.
  const callers = someOf(allRoles, 1);
  const keys = callers.map(async (role) => {
    const held: readonly Permission[] = roles[role];
    return { role, held, key: await merchant.apiKey({ permissions: held }) };
  });
  const requests = (await Promise.all(keys)).flatMap((caller) =>
    everything.map((one) => ({ ...caller, one })),
  );
  await inParallel(requests, async ({ held, key, one, role }) => {
    const outcome = await one.ask(key);
    const [code, named] = expected(one, held);
    expect([role, one.what, outcome?.code ?? null]).toEqual([role, one.what, code]);
    expect(outcome?.message ?? '').toContain(named);
    asked += 1;
  });
  const counts = [queryFields, mutationFields, subscriptionFields, operations].map(({ length }) => length);
  expect(asked).toBe(counts.reduce((sum, count) => sum + count, 0) * callers.length);
  figure(task, `${asked} requests as expected: ${counts.join(' + ')} operations × ${callers.length} roles`);
});

test('The table of operations names no other', () => {
  const known = new Set([
    ...mutationFields.map(({ field }) => field.name),
    ...operations.map(({ id }) => id),
  ]);
  expect([...ofOperations.keys(), ...ofCustomersInRest].filter((name) => !known.has(name))).toEqual([]);
});

test('A key with one permission is refused everything that takes another, and nothing that takes it', async ({
  everything,
  merchant,
  task,
}) => {
  let asked = 0;
  const all = Object.keys(permissions) as Permission[];
  const covered = new Set<Taken>();
  // Refused with all the others together, it is refused with each of them.
  const keys = all.map(async (permission) => {
    const others = all.filter((other) => other !== permission);
    return [
      { permission, held: [permission], key: await merchant.apiKey({ permissions: [permission] }) },
      { permission, held: others, key: await merchant.apiKey({ permissions: others }) },
    ];
  });
  const requests = (await Promise.all(keys)).flat().flatMap((caller) => {
    return everything
      .filter(({ taken: what }) => what === caller.permission)
      .map((one) => ({ ...caller, one }));
  });
  await inParallel(requests, async ({ held, key, one, permission }) => {
    // A caller with only these can grant nothing else to a key, and has nothing to export.
    const isMore = /createApiKey|POST .api_keys.\{account_id\}$|GET .exports/.test(one.what);
    if (held.includes(permission) && isMore) return;
    const outcome = await one.ask(key);
    const [code, named] = expected(one, held);
    expect([permission, one.what, outcome?.code ?? null]).toEqual([permission, one.what, code]);
    expect(outcome?.message ?? '').toContain(named);
    if (code === null) covered.add(one.taken);
    asked += 1;
  });
  figure(task, `${asked} requests as expected, with ${covered.size} kinds of permission`);
});

test('A profile key is refused exactly the operations on the whole merchant account', async ({
  everything,
  merchant,
  task,
}) => {
  const found = new Set(everything.filter(({ isWhole }) => isWhole).map(({ what }) => what));
  const key = await merchant.apiKey({ profile_id: merchant.profileId });
  await inParallel(everything, async (one) => {
    const outcome = await one.ask(key);
    const [code] = expected(one, allPermissions);
    const refusal = one.isWhole ? 'not_permitted' : code;
    // Not called: an API key of the whole merchant would succeed.
    expect([one.what, outcome?.code ?? null]).toEqual([one.what, refusal]);
    if (one.isWhole) expect(outcome!.message).toContain('This operation concerns the whole merchant account');
  });
  figure(task, `${everything.length} operations, ${found.size} of them of the whole merchant account`);
});

test("An organization's key is refused exactly operations beyond its permissions and on the installation", async ({
  everything,
  merchant,
  service,
  task,
}) => {
  const key = await organizationKey(service, 'org_walked');
  const refused = new Map<string | null, number>();
  await inParallel(everything, async (one) => {
    const outcome = await one.ask(key, merchant.merchantId);
    const code = ofOrganizationsKey(one);
    expect([one.what, outcome?.code ?? null]).toEqual([one.what, code]);
    if (one.taken === 'operator' && code)
      expect(outcome!.message).toContain('concerns the whole installation');
    refused.set(code, (refused.get(code) ?? 0) + 1);
  });
  figure(task, `${everything.length} operations: ${JSON.stringify([...refused])}`);
});

/** The refusal's code for an organization's key. */
function ofOrganizationsKey({ name, taken: what, takesAdmin }: Asked): string | null {
  if (!takesAdmin || what === 'person' || what === 'customer') return 'wrong_key_kind';
  if (what === 'anyone') return null;
  if (what === 'operator') return ofOrganization.has(name) ? null : 'not_permitted';
  return organizationPermissions.has(what) ? null : 'not_permitted';
}

test("An administrator's revoked or expired key is refused everything", async ({
  everything,
  service,
  task,
}) => {
  const revoked = await adminKey(service, { name: 'revoked' });
  const expired = await adminKey(service, { name: 'expired', expires_at: '2999-01-01T00:00:00Z' });
  expect((await graphql(service, revoked.secret, '{ payments { nodes { id } } }')).errors).toEqual([]);
  const text = "update admin_keys set expires_at = '2020-01-01' where key_id = $1";
  await service.database.rows.query({ text, values: [expired.keyId] }, null);
  await revokeAdminKey(service.contextFor({ kind: 'admin_key' }, 'test'), revoked.keyId);
  const asked = everything.filter(({ what }) => !what.startsWith('subscription'));
  const requests = asked.flatMap((one) => [revoked, expired].map(({ secret }) => ({ ...one, secret })));
  await inParallel(requests, async ({ ask, secret, what }) => {
    expect([what, (await ask(secret))?.code]).toEqual([what, 'invalid_api_key']);
  });
  figure(task, `${requests.length} requests`);
});

test('A nested list or reference requires the permission of its own type', async ({
  merchant,
  service,
  task,
}) => {
  const objects = await furnish(merchant);
  const nested = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => {
      const of = ofTypes.get(type.name);
      const fields = of ? Object.values(type.getFields()) : [];
      return fields.flatMap((field) => {
        const takes = ofTypes.get(getNamedType(field.type).name);
        return takes && takes !== of ? [{ type: type.name, of: of!, field: field.name, takes }] : [];
      });
    });
  let asked = 0;
  for (const { field, of, takes, type } of nested) {
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${field} { __typename } } } }`;
    const ids = objects.get(type)!.map((id) => globalIdOf(type, merchant.merchantId, id));
    const run = async (held: readonly Taken[]) =>
      graphql(service, await merchant.apiKey({ permissions: held }), document, { ids });
    const refused = await run([of]);
    expect([type, field, outcomeOf(refused.errors)?.code]).toEqual([type, field, 'not_permitted']);
    expect(outcomeOf(refused.errors)!.message).toContain(takes);
    const { errors } = await run([of, takes]);
    expect([type, field, errors]).toEqual([type, field, []]);
    asked += 2;
  }
  figure(task, `${asked} requests as expected, of ${nested.length} nested fields`);
});

/** Gives a merchant an object of every type, each with all of its references. */
async function furnish(merchant: SeededMerchant): Promise<ReadonlyMap<string, string[]>> {
  const account = await merchant.connector();
  const inAccount = { merchant_connector_id: account, profile_id: merchant.profileId };
  const customer = await merchant.customer();
  const method = await merchant.paymentMethod(customer);
  const paying = { ...inAccount, customer_id: customer, payment_method_id: method };
  const first = await merchant.payment(paying);
  const mandate = await merchant.mandate(first, customer, method);
  const payment = await merchant.payment({ ...paying, mandate_id: mandate });
  const attempt = await merchant.attempt(payment, inAccount);
  const capture = await merchant.capture(payment, attempt);
  const refund = await merchant.refund(payment, inAccount);
  const dispute = await merchant.dispute(payment, inAccount);
  const payout = await merchant.payout({ ...inAccount, customer_id: customer });
  const payoutAttempt = await merchant.payoutAttempt(payout, { merchant_connector_id: account });
  const event = await merchant.event({ payment_id: payment });
  const ofPayout = await merchant.event({ event_type: 'payout_success', payout_id: payout });
  const delivery = await merchant.webhookDelivery(event);
  const endpoint = await merchant.webhookEndpoint();
  const note = await merchant.note(payment);
  const entry = await merchant.blocklistEntry();
  const list = await merchant.valueList();
  const listImport = await merchant.listImport(list);
  const configuration = await merchant.routingConfiguration();
  const ruleset = await merchant.ruleset();
  await merchant.apiKey({ key_id: 'key_of_profile', profile_id: merchant.profileId });
  return new Map<string, string[]>(
    Object.entries({
      Payment: [payment],
      Attempt: [attempt],
      Capture: [capture],
      Refund: [refund],
      Dispute: [dispute],
      Payout: [payout],
      PayoutAttempt: [payoutAttempt],
      Customer: [customer],
      PaymentMethod: [method],
      Mandate: [mandate],
      Event: [event, ofPayout],
      WebhookDelivery: [delivery],
      WebhookEndpoint: [endpoint],
      RoutingConfiguration: [configuration],
      Ruleset: [ruleset],
      BlocklistEntry: [entry],
      ValueList: [list],
      ListEntry: [await merchant.listEntry(list)],
      ListImport: [listImport],
      ListImportRefusal: [await merchant.listImportRefusal(listImport)],
      Note: [note],
      LoggedRequest: [await merchant.loggedRequest()],
      Notification: [await merchant.notification()],
      ConnectorAccount: [account],
      BusinessProfile: [merchant.profileId],
      ApiKey: ['key_of_profile'],
    }),
  );
}
