import { expect } from 'vitest';
import { AdminKey } from '../../../../src/core/entities/admin-key.ts';
import { ApiKey } from '../../../../src/core/entities/api-key.ts';
import { AuditEntry } from '../../../../src/core/entities/audit-entry.ts';
import { BalanceEntry } from '../../../../src/core/entities/balance-entry.ts';
import { BankStatementLine } from '../../../../src/core/entities/bank-statement-line.ts';
import { BlocklistEntry } from '../../../../src/core/entities/blocklist-entry.ts';
import { Capture } from '../../../../src/core/entities/capture.ts';
import { Customer } from '../../../../src/core/entities/customer.ts';
import { Dispute } from '../../../../src/core/entities/dispute.ts';
import { Domain } from '../../../../src/core/entities/domain.ts';
import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import { Event } from '../../../../src/core/entities/event.ts';
import { FinanceImport, FinanceImportRefusal } from '../../../../src/core/entities/finance-import.ts';
import { Invitation } from '../../../../src/core/entities/invitation.ts';
import { ListImport } from '../../../../src/core/entities/list-import.ts';
import { LoggedRequest } from '../../../../src/core/entities/logged-request.ts';
import { Mandate } from '../../../../src/core/entities/mandate.ts';
import { MerchantAccount } from '../../../../src/core/entities/merchant-account.ts';
import { Note } from '../../../../src/core/entities/note.ts';
import { Notification } from '../../../../src/core/entities/notification.ts';
import { Operator } from '../../../../src/core/entities/operator.ts';
import { Payment } from '../../../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../../../src/core/entities/payment-method.ts';
import { PaymentMethodExport } from '../../../../src/core/entities/payment-method-export.ts';
import { PaymentMethodImport } from '../../../../src/core/entities/payment-method-import.ts';
import { Payout } from '../../../../src/core/entities/payout.ts';
import { Refund } from '../../../../src/core/entities/refund.ts';
import { Report } from '../../../../src/core/entities/report.ts';
import { ReportSchedule } from '../../../../src/core/entities/report-schedule.ts';
import { RoutingConfiguration } from '../../../../src/core/entities/routing-configuration.ts';
import { RuleReplay, RuleReplayPayment } from '../../../../src/core/entities/rule-replay.ts';
import { Ruleset } from '../../../../src/core/entities/ruleset.ts';
import { Settlement } from '../../../../src/core/entities/settlement.ts';
import { SettlementLine } from '../../../../src/core/entities/settlement-line.ts';
import { TeamMember } from '../../../../src/core/entities/team-member.ts';
import { ListEntry, ValueList } from '../../../../src/core/entities/value-list.ts';
import { WebhookDelivery } from '../../../../src/core/entities/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../../src/core/entities/webhook-endpoint.ts';
import { type DescribedClass, resourceOf } from '../../../../src/core/model/index.ts';
import type { RestView } from '../../../../src/core/model/rest-view.ts';
import { type ScriptedShop, scriptedShop } from '../../../kit/scripted-shop.ts';
import { fresh } from '../../faces/write.ts';
import {
  disputeOf,
  gsm,
  mandateOf,
  openPayout,
  profileWithEndpoint,
  savedCard,
} from '../../faces/write-objects.ts';

import { beyond, comparable, test } from './fixture.ts';

interface Read {
  readonly target: DescribedClass;
  readonly view?: RestView;
  /** Creates the object in the path of the list, if it has one. */
  readonly within?: (shop: ScriptedShop) => Promise<string>;
  readonly add: (shop: ScriptedShop, within: string) => Promise<string>;
  /** REST only lists its objects. */
  readonly isOnlyListed?: true;
}

/** The tested reads: how to create an object, and where it is listed. */
const reads: Readonly<Record<string, Read>> = {
  '/payments': { target: Payment, add: async (shop) => (await shop.paidPayment()).paymentId },
  '/captures': {
    target: Capture,
    add: async (shop) => {
      const { paymentId } = await shop.paidPayment();
      return shop.capture(paymentId, `${paymentId}_1`);
    },
  },
  '/notes': { target: Note, add: async (shop) => shop.note(await shop.payment()) },
  '/refunds': { target: Refund, add: async (shop) => shop.refund((await shop.paidPayment()).paymentId) },
  '/disputes': { target: Dispute, add: (shop) => disputeOf(shop) },
  '/customers': { target: Customer, add: (shop) => shop.customer({ name: 'Ann' }) },
  '/payment_methods': { target: PaymentMethod, add: (shop) => savedCard(shop) },
  '/mandates': { target: Mandate, add: mandateOf },
  '/imports/payment_methods': { target: PaymentMethodImport, add: (shop) => shop.paymentMethodImport() },
  '/settlements/imports': { target: FinanceImport, add: (shop) => shop.financeImport() },
  '/settlements/imports/{import_id}/refused': {
    target: FinanceImportRefusal,
    within: (shop) => shop.financeImport(),
    add: (shop, of) => shop.financeImportRefusal(of),
    isOnlyListed: true,
  },
  '/bank_statements/lines': {
    target: BankStatementLine,
    add: async (shop) => shop.bankStatementLine(await shop.financeImport()),
  },
  '/domains': { target: Domain, add: (shop) => shop.domain() },
  '/report_schedules': { target: ReportSchedule, add: (shop) => shop.reportSchedule() },
  '/reports': {
    target: Report,
    add: async (shop) => shop.scheduledReport(await shop.reportSchedule()),
  },
  '/exports/payment_methods': { target: PaymentMethodExport, add: (shop) => shop.paymentMethodExport() },
  '/payouts': { target: Payout, add: (shop) => openPayout(shop) },
  '/events': { target: Event, view: 'list', add: (shop) => shop.event() },
  '/webhook_deliveries': {
    target: WebhookDelivery,
    add: async (shop) => {
      const profile_id = await profileWithEndpoint(shop);
      return shop.webhookDelivery(await shop.event({ profile_id }), { status: 'failed' });
    },
  },
  '/blocklist': { target: BlocklistEntry, add: (shop) => shop.blocklistEntry() },
  '/lists': { target: ValueList, add: (shop) => shop.valueList() },
  '/lists/{list_id}/entries': {
    target: ListEntry,
    within: (shop) => shop.valueList(),
    add: (shop, list) => shop.listEntry(list),
  },
  '/lists/{list_id}/entries/imports': {
    target: ListImport,
    within: (shop) => shop.valueList(),
    add: (shop, list) => shop.listImport(list),
  },
  '/routing': { target: RoutingConfiguration, add: (shop) => shop.routingConfiguration() },
  '/rulesets': { target: Ruleset, add: (shop) => shop.ruleset() },
  '/rulesets/replays': { target: RuleReplay, add: async (shop) => shop.ruleReplay(await shop.ruleset()) },
  '/rulesets/replays/{replay_id}/payments': {
    target: RuleReplayPayment,
    within: async (shop) => shop.ruleReplay(await shop.ruleset()),
    add: async (shop, replay) => shop.ruleReplayPayment(replay, await shop.payment()),
    isOnlyListed: true,
  },
  '/balance_entries': { target: BalanceEntry, add: (shop) => shop.balanceEntry() },
  '/settlements': { target: Settlement, add: (shop) => shop.settlement() },
  '/settlements/{settlement_id}/lines': {
    target: SettlementLine,
    within: (shop) => shop.settlement(),
    add: (shop, settlement) => shop.settlementLine(settlement),
    isOnlyListed: true,
  },
  '/webhook_endpoints': { target: WebhookEndpoint, add: (shop) => shop.webhookEndpoint() },
  '/api_keys/{account_id}': {
    target: ApiKey,
    add: async (shop) => {
      const key_id = fresh('key');
      await shop.apiKey({ key_id, permissions: null });
      return key_id;
    },
  },
  '/team_members/{account_id}': { target: TeamMember, add: (shop) => shop.teamMember() },
  '/invitations/{account_id}': { target: Invitation, add: (shop) => shop.invitation() },
  '/notifications': { target: Notification, add: (shop) => shop.notification() },
  '/request_log': { target: LoggedRequest, add: (shop) => shop.loggedRequest() },
  '/audit_log': { target: AuditEntry, add: (shop) => shop.auditEntry() },
  '/gsm': { target: ErrorMapping, add: (shop) => shop.errorMapping(gsm()) },
  '/admin_keys': { target: AdminKey, add: (shop) => shop.adminKey() },
  '/operators': { target: Operator, add: (shop) => shop.operator() },
};

/** Its entries cannot be retrieved; imports.test.ts pages through it. */
const results = '/imports/payment_methods/{import_id}/results';
/** Likewise: `list-imports.test.ts`. */
const refused = '/lists/{list_id}/entries/imports/{import_id}/refused';

test('These tests read every list beyond the specification', () => {
  const lists = beyond.filter(({ response }) => response.shape === 'page').map(({ path }) => path);
  // A separate test covers the active ones among all of /routing.
  expect([...Object.keys(reads), '/accounts', '/routing/active', refused, results].sort()).toEqual(
    lists.sort(),
  );
});

test.for(Object.entries(reads))(
  'GET %s pages through the same objects that it retrieves',
  async ([path, read], { client, service, twinOf }) => {
    const { add, isOnlyListed = false, target, view = 'full', within = async () => '' } = read;
    const shop = await scriptedShop(service);
    if (resourceOf(target).listedWhile) await shop.reconciles();
    const isInstallations = resourceOf(target).reach === 'installation';
    const key = isInstallations ? service.adminApiKey : shop.key;
    const parent = await within(shop);
    const made = [await add(shop, parent), await add(shop, parent), await add(shop, parent)];
    const id = resourceOf(target).id;
    const placeOf = ({ merchantId }: ScriptedShop, of: string) =>
      path.replace('{account_id}', merchantId).replace(/\{\w+\}/, of);
    const at = placeOf(shop, parent);
    const get = async (address: string) => {
      const { status, body, text } = await client.get(address, { key });
      expect([status, status === 200 ? '' : text]).toEqual([200, '']);
      return body;
    };
    const whole = await get(`${at}?limit=100`);
    const ids: string[] = whole.data.map((row: Record<string, string>) => row[id]);
    expect(ids).toEqual(expect.arrayContaining(made));
    expect([whole.size, whole.has_more]).toEqual([ids.length, false]);

    const forward: string[] = [];
    for (let after = ''; ; after = `&starting_after=${forward.at(-1)}`) {
      const { data, has_more } = await get(`${at}?limit=2${after}`);
      forward.push(...data.map((row: Record<string, string>) => row[id]));
      if (!has_more) break;
    }
    expect(forward).toEqual(ids);
    const before = await get(`${at}?limit=1&ending_before=${ids[1]}`);
    expect([before.data[0][id], before.has_more]).toEqual([ids[0], false]);

    const row = whole.data.find((one: Record<string, string>) => one[id] === made[0]);
    const one = isOnlyListed ? row : await get(`${at}/${made[0]}`);
    // The specification's own retrieval of a payment method has fewer fields.
    if (target === PaymentMethod) expect(row).toMatchObject(one);
    else if (view === 'full') expect(row).toEqual(one);
    else expect(one).toMatchObject(row);
    expect(comparable(row)).toEqual(comparable(await twinOf(shop, target, view, made[0]!)));

    const stranger = await scriptedShop(service);
    const strangers = placeOf(stranger, await within(stranger));
    for (const [address, presented] of [
      ...(isOnlyListed ? [] : [[`${at}/none`, key]]),
      ...(target === ErrorMapping || isInstallations || isOnlyListed
        ? []
        : [[`${strangers}/${made[0]}`, stranger.key]]),
      ...(parent ? [[at, stranger.key]] : []),
    ]) {
      const { status, body } = await client.get(address!, { key: presented! });
      expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
    }
    for (const [query, status, code, param] of [
      ['limit=0', 400, 'invalid_parameter', 'limit'],
      ['limit=101', 400, 'invalid_parameter', 'limit'],
      ['starting_after=none', 404, 'resource_not_found', 'starting_after'],
      [`starting_after=${ids[0]}&ending_before=${ids[0]}`, 400, 'parameters_exclusive', 'ending_before'],
      ['colour=red', 400, 'unknown_parameter', 'colour'],
    ] as const) {
      const { status: seen, body } = await client.get(`${at}?${query}`, { key });
      expect([seen, body.error.code, body.error.param]).toEqual([status, code, param]);
    }
  },
);

test("A list accepts GraphQL's filters", async ({ client, merchant: _, service }) => {
  const shop = await scriptedShop(service);
  const add = (values: object) => shop.payment({ profile_id: shop.profileId, ...values });
  const customer_id = await shop.customer();
  const early = await add({
    created: new Date('2027-01-01T00:00:00Z'),
    amount: 5,
    currency: 'EUR',
    customer_id,
  });
  const late = await add({
    created: new Date('2027-02-01T00:00:00Z'),
    amount: 50,
    status: 'failed',
    amount_received: 0,
  });
  const listed = async (query: string) => {
    const { body } = await client.get(`/payments?${query}`, { key: shop.key });
    return body.data.map((row: { payment_id: string }) => row.payment_id);
  };
  expect(await listed('')).toEqual([late, early]);
  expect(await listed('status=failed')).toEqual([late]);
  expect(await listed(`customer_id=${customer_id}`)).toEqual([early]);
  expect(await listed('currency=EUR')).toEqual([early]);
  expect(await listed('amount_gt=5')).toEqual([late]);
  expect(await listed('amount_gte=5&amount_lt=50')).toEqual([early]);
  expect(await listed('created_lte=2027-01-01T00:00:00Z')).toEqual([early]);
  expect(await listed('created_gt=2027-01-01T00:00:00Z')).toEqual([late]);
  expect(await listed(`search=${late}`)).toEqual([late]);
});

test('A page of a list takes one statement, whatever its size', async ({ client, merchant, service }) => {
  for (const path of ['/payments', '/payouts', '/refunds']) {
    const count = async (limit: number) => {
      const before = service.statements.length;
      await client.get(`${path}?limit=${limit}`, { key: merchant.key });
      return service.statements
        .slice(before)
        .filter((text) => /^\s*select (?!merchant_id|set_config)/.test(text)).length;
    };
    expect([await count(1), await count(100)]).toEqual([1, 1]);
  }
});

test("GET /accounts lists the key's account for an API key, and all for the admin key", async ({
  client,
  keyOf,
  merchant,
  stranger,
}) => {
  const listed = async (key: string, query = '') => {
    const { body } = await client.get(`/accounts?limit=100${query}`, { key });
    return body.data.map((row: { merchant_id: string }) => row.merchant_id);
  };
  expect(await listed(merchant.key)).toEqual([merchant.merchantId]);
  expect(await listed(keyOf('admin_key'))).toEqual(
    expect.arrayContaining([merchant.merchantId, stranger.merchantId]),
  );
  expect(resourceOf(MerchantAccount).owned).toBe(false);
});
