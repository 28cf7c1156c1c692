import { getNamedType, isObjectType } from 'graphql';
import { expect } from 'vitest';
import { type Permission, roles } from '../../../src/core/foundation/permissions.ts';
import { allResources } from '../../../src/core/model/index.ts';
import { figure } from '../../kit/figure.ts';
import { mutate } from '../../kit/mutate.ts';
import type { SeededMerchant } from '../../kit/seed.ts';
import type { TestService } from '../../kit/service.ts';
import { test } from '../../kit/test.ts';
import { mutationFields } from './graphql-fields.ts';

/** Resources whose objects have no permissions and see nothing. Another must be listed here, or in `rights`. */
const withoutRights = new Set(
  `AdminKey MerchantAccount BusinessProfile ConnectorAccount ErrorMapping Customer PaymentMethod Mandate Authentication Capture Dispute
   PayoutAttempt Payout WebhookDelivery Event Refund Payment Attempt AuditEntry BlocklistEntry Invitation LoggedRequest Note
   Notification Operator Domain PaymentMethodImport PaymentMethodImportResult Report RoutingConfiguration Ruleset
   ValueList ListEntry ListImport ListImportRefusal RuleReplay RuleReplayPayment`.split(/\s+/),
);
/** Their reason, and the test that checks it. */
const checkedOtherwise = {
  Invitation: 'ending one, which may have leaked, takes team:write; its role is checked when it is made',
  MerchantAccount: 'webhook_details: see the test of profiles below',
  BusinessProfile: 'webhook_details: see the test of profiles below',
  AdminKey: 'operators alone',
  Operator: 'operators alone',
};

/** A change of an object, and whether a caller with fewer rights than the object may make it. */
type Change = readonly [input: object, mayRestrict: boolean];

interface Holder {
  /** The operations that change it, with their permission. */
  readonly takes: Permission;
  readonly id: string;
  /** Creates an object with more rights than the caller. */
  make(shop: SeededMerchant): Promise<string>;
  /** By mutation. Empty for one that sets the rights themselves. */
  readonly changes: Readonly<Record<string, readonly Change[]>>;
  /** The caller's additional permissions, beyond the object's. */
  readonly has?: readonly Permission[];
}

const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const holders: Readonly<Record<string, Holder>> = {
  ApiKey: {
    takes: 'keys:write',
    id: 'keyId',
    make: (shop) => madeKey(shop),
    changes: {
      updateApiKey: [
        [{ allowedAddresses: [] }, false],
        [{ allowedAddresses: ['198.51.100.0/24', '203.0.113.7'] }, false],
        [{ allowedAddresses: ['198.51.0.0/16'] }, false],
        [{ expiresAt: null }, false],
        [{ expiresAt: inDays(60) }, false],
        [{ permissions: null }, false],
        [{ permissions: ['PAYMENTS_READ', 'REFUNDS_READ', 'REFUNDS_WRITE', 'KEYS_WRITE'] }, false],
        [{ name: 'of nobody' }, false],
        [{ description: 'for tests' }, false],
        [{ allowedAddresses: ['198.51.100.7'], expiresAt: null }, false],
        [{ allowedAddresses: ['198.51.100.7'] }, true],
        [{ expiresAt: inDays(10) }, true],
        [{ permissions: ['REFUNDS_READ'] }, true],
      ],
      revokeApiKey: [[{}, true]],
    },
  },
  TeamMember: {
    takes: 'team:write',
    id: 'personId',
    make: (shop) => shop.teamMember({ role: 'operator' }),
    changes: {
      changeMemberRole: [
        [{ role: 'analyst' }, false],
        [{ role: 'admin' }, false],
      ],
      removeMember: [[{}, false]],
    },
  },
  WebhookEndpoint: {
    takes: 'settings:write',
    id: 'endpointId',
    make: (shop) =>
      shop.webhookEndpoint({ mask_personal_data: false, event_types: ['refund_failed'], disabled: true }),
    changes: {
      updateWebhookEndpoint: [
        [{ eventTypes: null }, false],
        [{ eventTypes: ['payout_success'] }, false],
        [{ filter: { currencies: ['EUR'] } }, false],
        [{ version: 'v1_thin' }, false],
        [{ headers: { 'x-tenant': 'other' } }, false],
        [{ url: 'https://example.com/other' }, false],
        [{ description: 'the warehouse' }, true],
        [{ disabled: false }, false],
        [{ maskPersonalData: true }, true],
      ],
      rotateWebhookSecret: [[{}, true]],
      deleteWebhookEndpoint: [[{}, false]],
    },
  },
  ReportSchedule: {
    takes: 'exports:create',
    has: ['payments:read'],
    id: 'scheduleId',
    make: (shop) => shop.reportSchedule({ list: 'payments', mask_personal_data: false }),
    changes: {
      updateReportSchedule: [
        [{ name: 'of nobody' }, false],
        [{ list: 'captures' }, false],
        [{ columns: 'payment_id' }, false],
        [{ hour: 3 }, false],
        [{ enabled: false }, false],
        [{ name: 'of nobody', maskPersonalData: true }, false],
        [{ maskPersonalData: true }, true],
      ],
      deleteReportSchedule: [[{}, false]],
    },
  },
  // Approved with the permission that it grants.
  PaymentMethodExport: {
    takes: 'vault:export',
    id: 'exportId',
    make: (shop) => shop.paymentMethodExport(),
    changes: { stopPaymentMethodExport: [] },
  },
};

async function madeKey(shop: SeededMerchant): Promise<string> {
  const key_id = `key_held_${Math.random().toString(36).slice(2)}`;
  await shop.apiKey({
    key_id,
    permissions: ['payments:read', 'refunds:read', 'refunds:write'],
    allowed_addresses: ['198.51.100.0/24'],
    expires_at: inDays(30),
  });
  return key_id;
}

/** Mutations that change an object of a type: those that return one, except creations. */
function changersOf(type: string): string[] {
  return mutationFields
    .filter(({ field }) => {
      const payload = getNamedType(field.type);
      const returned = isObjectType(payload) ? Object.values(payload.getFields()) : [];
      return (
        returned.some(({ type: member }) => getNamedType(member).name === type) &&
        !/^(create|request|approve)/.test(field.name)
      );
    })
    .map(({ field }) => field.name)
    .sort();
}

test('Each resource states whether its objects have rights, and each operation that changes one is tested', () => {
  const all = allResources();
  const held = all.filter(({ rights }) => rights).map(({ target }) => target.name);
  expect(held.sort()).toEqual(Object.keys(holders).sort());
  const others = all.filter(({ rights }) => !rights).map(({ target }) => target.name);
  expect(others.filter((name) => !withoutRights.has(name))).toEqual([]);
  for (const name of Object.keys(checkedOtherwise)) expect(withoutRights).toContain(name);
  for (const [name, { changes }] of Object.entries(holders)) {
    const tried = new Set(Object.keys(changes));
    expect([name, changersOf(name).filter((one) => !tried.has(one))]).toEqual([name, []]);
  }
});

/** Requests a change; returns the refusal's code and message, or null. */
async function refusalOf(
  service: TestService,
  key: string,
  name: string,
  input: object,
): Promise<{ code: string; message: string } | null> {
  const { errors, userErrors } = await mutate(service, key, name, input as never, '__typename');
  const found = userErrors[0] ?? (errors[0] && { ...errors[0].extensions, message: errors[0].message });
  return (found as { code: string; message: string } | undefined) ?? null;
}

/** The rows of a table without last-seen times. */
async function rowsOf(service: TestService, table: string, merchantId: string): Promise<object[]> {
  const text = `select to_jsonb(t) - 'last_used_at' - 'last_seen_at' as row from ${table} t where merchant_id = $1 order by t`;
  return service.database.rows.query({ text, values: [merchantId] }, null);
}

test('A caller cannot change an object with more rights than its own, except to restrict it', async ({
  service,
  shop,
  task,
}) => {
  let refused = 0;
  let restricted = 0;
  for (const [type, { changes, has = [], id, make, takes }] of Object.entries(holders)) {
    const { rights, table } = allResources().find(({ target }) => target.name === type)! as never as {
      table: string;
      rights: { otherwise?: string };
    };
    const lesser = await shop.apiKey({ permissions: [takes, takes.replace(/:write$/, ':read'), ...has] });
    for (const [name, tried] of Object.entries(changes)) {
      for (const [change, mayRestrict] of tried) {
        const objectId = await make(shop);
        const input = { [id]: objectId, ...change };
        const before = await rowsOf(service, table, shop.merchantId);
        const refusal = await refusalOf(service, lesser, name, input);
        const what = JSON.stringify([name, change]);
        if (mayRestrict) {
          expect([what, refusal]).toEqual([what, null]);
          restricted++;
          continue;
        }
        expect([what, refusal?.code]).toEqual([what, 'not_permitted']);
        if (rights.otherwise && !/url|mask|headers|ReportSchedule/i.test(what)) {
          expect(refusal!.message).toContain(objectId);
          expect(refusal!.message).toContain(rights.otherwise);
          expect(refusal!.message).toContain('owner');
        }
        expect(await rowsOf(service, table, shop.merchantId)).toEqual(before);
        // A caller with the rights makes the same change.
        const full = await refusalOf(service, shop.key, name, input);
        expect([what, full]).toEqual([what, null]);
        refused++;
      }
    }
  }
  expect(refused).toBeGreaterThan(20);
  figure(
    task,
    `${refused} changes refused, ${restricted} restrictions made, of ${Object.keys(holders).length} types`,
  );
});

test('REST, people and replacement keys follow the same rule', async ({ api, service, shop }) => {
  const lesser = await shop.apiKey({ permissions: ['keys:write', 'keys:read', 'team:write', 'team:read'] });
  const keyId = await madeKey(shop);
  const at = `/api_keys/${shop.merchantId}/${keyId}`;
  const loosened = await api.post(at, { allowed_addresses: [] }, { key: lesser });
  expect([loosened.status, loosened.body.error.code]).toEqual([403, 'not_permitted']);
  expect(loosened.body.error.message).toBe(
    `You do not have the permission payments:read, which the API key ${keyId} has. Without it you may only revoke the key or restrict it further: fewer permissions or addresses, an earlier expiry. People with the role owner or admin or operator have it.`,
  );
  const replaced = await api.post(
    `/api_keys/${shop.merchantId}`,
    { name: 'mine', replaces: keyId },
    { key: lesser },
  );
  expect([replaced.status, replaced.body.error.code]).toEqual([403, 'not_permitted']);
  const invited = await api.post(
    `/invitations/${shop.merchantId}`,
    { email: 'me@example.com', role: 'admin' },
    { key: lesser },
  );
  expect([invited.status, invited.body.error.code]).toEqual([403, 'not_permitted']);
  const restricted = await api.post(at, { expires_at: inDays(1) }, { key: lesser });
  expect(restricted.status).toBe(200);
  const developer = await shop.apiKey({ permissions: roles.developer });
  const analysts = await shop.apiKey({ permissions: [...roles.analyst, 'team:write', 'team:read'] });
  const analyst = await shop.teamMember({ role: 'analyst' });
  expect(await refusalOf(service, developer, 'revokeApiKey', { keyId })).toBeNull();
  expect(await refusalOf(service, analysts, 'removeMember', { personId: analyst })).toBeNull();
});

test('Deliveries of personal data to an address require the permission to read it', async ({
  service,
  shop,
}) => {
  const developer = await shop.apiKey({ permissions: roles.developer });
  const endpointId = await shop.webhookEndpoint({ mask_personal_data: false });
  expect(
    await refusalOf(service, developer, 'updateWebhookEndpoint', { endpointId, disabled: true }),
  ).toBeNull();
  const own = { profileId: shop.profileId };
  const whole = { webhookUrl: 'https://example.com/hooks', webhookUsername: 'shop' };
  expect(
    await refusalOf(service, shop.key, 'updateBusinessProfile', { ...own, webhookDetails: whole }),
  ).toBeNull();
  for (const change of [{ webhookPassword: 'another' }, { webhookUrl: 'https://example.com/other' }]) {
    const refusal = await refusalOf(service, developer, 'updateBusinessProfile', {
      ...own,
      webhookDetails: change,
    });
    expect([change, refusal?.code]).toEqual([change, 'not_permitted']);
  }
  for (const change of [
    // The selection of events does not affect their destination.
    { paymentCreatedEnabled: true },
    { webhookUsername: 'shop' },
    { maskPersonalData: true, paymentCreatedEnabled: true },
  ]) {
    const refusal = await refusalOf(service, developer, 'updateBusinessProfile', {
      ...own,
      webhookDetails: change,
    });
    expect([change, refusal]).toEqual([change, null]);
  }
});

test('Owners are notified of a loosened key, and of nothing else', async ({ service, shop }) => {
  const keyId = await madeKey(shop);
  const changes = [
    { allowedAddresses: ['198.51.100.7'] },
    { expiresAt: inDays(10) },
    { allowedAddresses: [], expiresAt: null, permissions: ['PAYMENTS_READ', 'KEYS_READ'] },
  ];
  for (const change of changes) {
    expect(await refusalOf(service, shop.key, 'updateApiKey', { keyId, ...change })).toBeNull();
  }
  const notices = await service.database.rows.query<{ object_id: string; message: string }>(
    {
      text: `select object_id, message from notifications where merchant_id = $1 and kind = 'key_loosened'`,
      values: [shop.merchantId],
    },
    null,
  );
  expect(notices.map(({ object_id }) => object_id)).toEqual([keyId]);
  expect(notices[0]!.message).toContain(
    `The API key ${keyId} lost restrictions: permissions, addresses, last day.`,
  );
});
