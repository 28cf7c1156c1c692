import { randomBytes } from 'node:crypto';
import { apiKeyHash } from '../../src/core/access/authenticate.ts';
import { ApiKey } from '../../src/core/entities/api-key.ts';
import { Attempt } from '../../src/core/entities/attempt.ts';
import { AuditEntry } from '../../src/core/entities/audit-entry.ts';
import { BalanceEntry } from '../../src/core/entities/balance-entry.ts';
import { BankStatementLine } from '../../src/core/entities/bank-statement-line.ts';
import { BlocklistEntry } from '../../src/core/entities/blocklist-entry.ts';
import { BusinessProfile } from '../../src/core/entities/business-profile.ts';
import { Capture } from '../../src/core/entities/capture.ts';
import { CollectLink } from '../../src/core/entities/collect-link.ts';
import { ConnectorAccount } from '../../src/core/entities/connector-account.ts';
import { Customer } from '../../src/core/entities/customer.ts';
import { Dispute } from '../../src/core/entities/dispute.ts';
import { Domain } from '../../src/core/entities/domain.ts';
import { Event } from '../../src/core/entities/event.ts';
import { FinanceImport, FinanceImportRefusal } from '../../src/core/entities/finance-import.ts';
import { Invitation } from '../../src/core/entities/invitation.ts';
import { IssuedEphemeralKey } from '../../src/core/entities/issued-ephemeral-key.ts';
import { ListImport, ListImportRefusal } from '../../src/core/entities/list-import.ts';
import { LoggedRequest } from '../../src/core/entities/logged-request.ts';
import { Mandate } from '../../src/core/entities/mandate.ts';
import { MerchantAccount } from '../../src/core/entities/merchant-account.ts';
import { Note } from '../../src/core/entities/note.ts';
import { Notification } from '../../src/core/entities/notification.ts';
import { Payment } from '../../src/core/entities/payment.ts';
import { PaymentMethod } from '../../src/core/entities/payment-method.ts';
import { PaymentMethodExport } from '../../src/core/entities/payment-method-export.ts';
import {
  PaymentMethodImport,
  PaymentMethodImportResult,
} from '../../src/core/entities/payment-method-import.ts';
import { Payout } from '../../src/core/entities/payout.ts';
import { PayoutAttempt } from '../../src/core/entities/payout-attempt.ts';
import { Refund } from '../../src/core/entities/refund.ts';
import { Report } from '../../src/core/entities/report.ts';
import { ReportSchedule } from '../../src/core/entities/report-schedule.ts';
import { RoutingConfiguration } from '../../src/core/entities/routing-configuration.ts';
import { RuleReplay, RuleReplayPayment } from '../../src/core/entities/rule-replay.ts';
import { Ruleset } from '../../src/core/entities/ruleset.ts';
import { SavedView } from '../../src/core/entities/saved-view.ts';
import { Settlement } from '../../src/core/entities/settlement.ts';
import { SettlementLine } from '../../src/core/entities/settlement-line.ts';
import { TeamMember } from '../../src/core/entities/team-member.ts';
import { ListEntry, ValueList } from '../../src/core/entities/value-list.ts';
import { WebhookDelivery } from '../../src/core/entities/webhook-delivery.ts';
import { WebhookEndpoint } from '../../src/core/entities/webhook-endpoint.ts';
import { randomBase62, ulidMaker } from '../../src/core/foundation/ids.ts';
import { allPermissions } from '../../src/core/foundation/permissions.ts';
import { deliveryDetails, eventRow } from './event-rows.ts';
import { insertRow, type Values } from './insert.ts';
import type { TestService } from './service.ts';

const ids = ulidMaker();
/** Numbers of bank lines, which differ within a statement. */
let bankLines = 0;
const base62 = (length: number) => randomBase62(length, randomBytes);

/** Statuses that only attempts approved by a connector have. */
const approved = new Set([
  'authorized',
  'charged',
  'partial_charged',
  'partial_charged_and_chargeable',
  'capture_initiated',
  'capture_failed',
  'void_failed',
  'unresolved',
]);
/** The length of a session. */
const SESSION_MS = 900_000;

/** A merchant, its API keys, and methods that insert objects of it. Each resolves to the new object's identifier. */
export interface SeededMerchant {
  readonly merchantId: string;
  readonly key: string;
  readonly keyId: string;
  readonly publishableKey: string;
  readonly profileId: string;
  apiKey(values?: Values): Promise<string>;
  /** Adds a team member, by default an analyst, without an account to sign in with. */
  teamMember(values?: Values): Promise<string>;
  /** Adds a saved view of a member. */
  savedView(personId: string, values?: Values): Promise<string>;
  /** Adds an open invitation. */
  invitation(values?: Values): Promise<string>;
  profile(values?: Values): Promise<string>;
  connector(values?: Values): Promise<string>;
  customer(values?: Values): Promise<string>;
  paymentMethod(customerId: string, values?: Values): Promise<string>;
  /** A payment's mandate for a saved method of a customer. */
  mandate(paymentId: string, customerId: string, methodId: string, values?: Values): Promise<string>;
  /** Adds a completed import of payment methods. */
  paymentMethodImport(values?: Values): Promise<string>;
  /** Adds the result of a row of an import. */
  importResult(importId: string, values?: Values): Promise<string>;
  /** Adds a preview of a settlement file. */
  financeImport(values?: Values): Promise<string>;
  /** Adds a refused line of an import of a settlement file. */
  financeImportRefusal(importId: string, values?: Values): Promise<string>;
  /** Adds a line of a bank statement. */
  bankStatementLine(importId: string, values?: Values): Promise<string>;
  /** Adds an export of payment methods that awaits approval. */
  paymentMethodExport(values?: Values): Promise<string>;
  /** Adds an unproved domain, by default with a unique name. */
  domain(values?: Values): Promise<string>;
  reportSchedule(values?: Values): Promise<string>;
  scheduledReport(scheduleId: string, values?: Values): Promise<string>;
  payment(values?: Values): Promise<string>;
  attempt(paymentId: string, values?: Values): Promise<string>;
  capture(paymentId: string, attemptId: string, values?: Values): Promise<string>;
  refund(paymentId: string, values?: Values): Promise<string>;
  dispute(paymentId: string, values?: Values): Promise<string>;
  payout(values?: Values): Promise<string>;
  payoutAttempt(payoutId: string, values?: Values): Promise<string>;
  /** Adds an event with a valid body; `payment_succeeded` by default. */
  event(values?: Values): Promise<string>;
  /** Adds an audit log entry that is not yet in the chain. */
  auditEntry(values?: Values): Promise<string>;
  /** Adds a request to the request log. */
  loggedRequest(values?: Values): Promise<string>;
  /** Adds an unread notification of the profile: a due dispute. */
  notification(values?: Values): Promise<string>;
  /** Adds an ephemeral key of a customer without a payment; resolves to its identifier. */
  customersKey(customerId: string): Promise<string>;
  /** Adds a link for a customer to save payment methods, valid for an hour. */
  collectLink(customerId: string, values?: Values): Promise<string>;
  /** Adds a note on a payment, by an API key. */
  note(paymentId: string, values?: Values): Promise<string>;
  /** Adds a list of BINs. */
  valueList(values?: Values): Promise<string>;
  /** Adds an entry to a list. */
  listEntry(listId: string, values?: Values): Promise<string>;
  /** Adds an import of entries into a list. */
  listImport(listId: string, values?: Values): Promise<string>;
  /** Adds a refused line of an import. */
  listImportRefusal(importId: string, values?: Values): Promise<string>;
  /** Adds a blocklist entry: a fingerprint. */
  blocklistEntry(values?: Values): Promise<string>;
  /** Adds a routing configuration of the profile: payments to the sandbox first; not active. */
  routingConfiguration(values?: Values): Promise<string>;
  /** Adds a draft of the profile's rules for payments. Versions count up. */
  ruleset(values?: Values): Promise<string>;
  /** Adds a finished replay of a ruleset, without payments. */
  ruleReplay(rulesetId: string, values?: Values): Promise<string>;
  /** Adds a payment that a replay would block. */
  ruleReplayPayment(replayId: string, paymentId: string, values?: Values): Promise<string>;
  /** Adds a balance entry of no object. The reconciliation of the merchant is active from then on. */
  balanceEntry(values?: Values): Promise<string>;
  /** Adds a settlement without lines. The reconciliation of the merchant is active from then on. */
  settlement(values?: Values): Promise<string>;
  /** Adds a line to a settlement, and to its sums. */
  settlementLine(settlementId: string, values?: Values): Promise<string>;
  /** Adds an additional webhook endpoint of the profile. */
  webhookEndpoint(values?: Values): Promise<string>;
  /** Adds a webhook delivery of an event; pending by default. */
  webhookDelivery(eventId: string, values?: Values): Promise<string>;
}

/** The columns of a merchant account whose reconciliation is active from the start: its objects have balance entries. */
export const reconciling = Object.freeze({
  is_recon_enabled: true,
  recon_status: 'active',
  recon_since: new Date(0),
});

/** The number of seeded domains, for unique names. */
let domains = 0;
/** The latest version of a seeded ruleset, beyond those that the service counts. */
let versions = 1_000_000;
function nextVersion(): number {
  versions += 1000;
  return versions;
}

/** Inserts a new merchant with a profile and an API key. */
export async function seedMerchant(service: TestService, values: Values = {}): Promise<SeededMerchant> {
  const merchantId = (values.merchant_id as string | undefined) ?? ids.make('mer');
  const publishableKey = `pk_test_${base62(32)}`;
  const now = new Date();
  /** Uses the later of the service's clock and the true one: tests may set the former. */
  const sessionEnd = () => {
    const { ports } = service.contextFor({ kind: 'admin_key' }, 'req_seed');
    return new Date(Math.max(Date.now(), ports.now().getTime()) + SESSION_MS);
  };
  const changed = { created_at: now, modified_at: now };
  // biome-ignore lint/complexity/noBannedTypes: resources are identified by their classes.
  const insert = async (target: Function, row: Values): Promise<void> =>
    insertRow(service, target, { merchant_id: merchantId, ...row });
  // biome-ignore lint/complexity/noBannedTypes: as above.
  const add = async (target: Function, id: string, prefix: string, row: Values): Promise<string> => {
    const key = (row[id] as string | undefined) ?? ids.make(prefix);
    await insert(target, { ...row, [id]: key });
    return key;
  };

  const sql = (text: string, values: readonly unknown[]) =>
    service.database.rows.query({ text, values }, merchantId);

  const reconcile = () =>
    sql(
      `update merchant_accounts set is_recon_enabled = true, recon_status = 'active',
         recon_since = coalesce(recon_since, now()) where merchant_id = $1`,
      [merchantId],
    );

  const addKey = async (row: Values = {}) => {
    const key = `sk_test_${base62(43)}`;
    const stored = { name: 'test', prefix: 'sk_test_', last4: key.slice(-4), hash: apiKeyHash(key) };
    // By default it may do everything: some permissions must be named.
    const named = { permissions: allPermissions, created_at: now };
    const keyId = await add(ApiKey, 'key_id', 'key', { ...stored, ...named, ...row });
    return { key, keyId };
  };
  const profile = (row: Values = {}) =>
    add(BusinessProfile, 'profile_id', 'pro', { profile_name: 'default', ...changed, ...row });

  await insert(MerchantAccount, {
    publishable_key: publishableKey,
    organization_id: ids.make('org'),
    ...changed,
    ...values,
  });
  const profileId = await profile();
  const { key, keyId } = await addKey();

  return {
    merchantId,
    key,
    keyId,
    publishableKey,
    profileId,
    profile,
    apiKey: async (row) => (await addKey(row)).key,
    teamMember: (row = {}) => {
      const known = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'analyst', joined_at: now };
      return add(TeamMember, 'person_id', 'per', { ...known, ...row });
    },
    savedView: (personId, row = {}) => {
      const known = { list: 'payments', name: 'Failed', address: 'status=failed', created_at: now };
      return add(SavedView, 'view_id', 'view', { person_id: personId, ...known, ...row });
    },
    invitation: (row = {}) =>
      add(Invitation, 'invitation_id', 'inv', {
        email: 'grace@example.com',
        role: 'analyst',
        token_hash: apiKeyHash(base62(43)),
        created_at: now,
        expires_at: new Date(now.getTime() + 7 * 24 * 60 * 60_000),
        ...row,
      }),
    connector: (row = {}) =>
      add(ConnectorAccount, 'merchant_connector_id', 'mca', {
        connector_type: 'payment_processor',
        connector_name: 'sandbox',
        profile_id: profileId,
        status: 'active',
        ...changed,
        ...row,
      }),
    customer: (row = {}) => add(Customer, 'customer_id', 'cus', { ...changed, ...row }),
    paymentMethod: (customerId, row = {}) =>
      add(PaymentMethod, 'payment_method_id', 'pm', {
        customer_id: customerId,
        payment_method: 'card',
        created: now,
        updated_at: now,
        status: 'active',
        ...row,
      }),
    payment: (row = {}) =>
      add(Payment, 'payment_id', 'pay', {
        status: 'succeeded',
        amount: 1000,
        net_amount: row.amount ?? 1000,
        amount_received: row.amount ?? 1000,
        currency: 'USD',
        client_secret: base62(20),
        created: now,
        updated: now,
        expires_on: sessionEnd(),
        ...row,
      }),
    mandate: (paymentId, customerId, methodId, row = {}) =>
      add(Mandate, 'mandate_id', 'man', {
        payment_id: paymentId,
        customer_id: customerId,
        payment_method_id: methodId,
        status: 'active',
        usage: 'multi_use',
        created_at: now,
        updated_at: now,
        ...row,
      }),
    financeImport: (row = {}) =>
      add(FinanceImport, 'import_id', 'fim', {
        ...{ kind: 'settlement', status: 'preview', format: 'csv', content_digest: ids.make('digest') },
        ...{ lines_read: 2, lines_refused: 1, lines_taken: 0, lines_duplicate: 0, progress: 0 },
        created_at: now,
        expires_at: new Date(now.getTime() + 24 * 60 * 60_000),
        ...row,
      }),
    financeImportRefusal: (importId, row = {}) =>
      add(FinanceImportRefusal, 'refusal_id', 'fir', {
        ...{ import_id: importId, line: 2, reason: 'gross is too large.', created_at: now },
        ...row,
      }),
    bankStatementLine: (importId, row = {}) =>
      add(BankStatementLine, 'line_id', 'bsl', {
        ...{ import_id: importId, line_number: ++bankLines, booked_on: now, amount: 100, currency: 'EUR' },
        ...{ content_digest: ids.make('digest'), created_at: now },
        ...row,
      }),
    paymentMethodImport: (row = {}) =>
      add(PaymentMethodImport, 'import_id', 'imp', {
        status: 'completed',
        format: 'csv',
        encrypted: false,
        rows_total: 1,
        rows_done: 1,
        rows_created: 1,
        rows_updated: 0,
        rows_duplicate: 0,
        rows_failed: 0,
        created_at: now,
        completed_at: now,
        ...row,
      }),
    importResult: (importId, row = {}) =>
      add(PaymentMethodImportResult, 'result_id', 'imr', {
        import_id: importId,
        line: 2,
        outcome: 'created',
        created_at: now,
        ...row,
      }),
    paymentMethodExport: (row = {}) =>
      add(PaymentMethodExport, 'export_id', 'vex', {
        status: 'awaiting_approval',
        public_key: 'a key',
        public_key_sha256: 'a digest',
        requested_by: 'key_1',
        approvals: [],
        approve_before: sessionEnd(),
        rows_done: 0,
        files_done: 0,
        created_at: now,
        ...row,
      }),
    domain: (row = {}) =>
      add(Domain, 'domain_id', 'dom', {
        domain_name: `shop-${++domains}.example.com`,
        scope: 'merchant',
        status: 'pending',
        token: `switchyard-domain-verification=${base62(32)}`,
        ...(row.status === 'verified' ? { verified_at: now, next_check_at: sessionEnd() } : {}),
        ...changed,
        ...row,
      }),
    reportSchedule: (row = {}) =>
      add(ReportSchedule, 'schedule_id', 'rps', {
        name: 'Daily',
        list: 'payments',
        period: 'daily',
        time_zone: 'UTC',
        hour: 6,
        recipients: [],
        mask_personal_data: true,
        // Not created by any job of the tests.
        enabled: false,
        next_run_at: sessionEnd(),
        next_day: '2026-11-27',
        created_at: now,
        modified_at: now,
        ...row,
      }),
    scheduledReport: (scheduleId, row = {}) =>
      add(Report, 'report_id', 'rpt', {
        schedule_id: scheduleId,
        name: 'Daily',
        list: 'payments',
        status: 'ready',
        period_from: new Date('2026-11-26T00:00:00Z'),
        period_to: new Date('2026-11-27T00:00:00Z'),
        time_zone: 'UTC',
        file_name: 'payments 2026-11-26 to 2026-11-26.csv',
        rows: 0,
        bytes: 0,
        mask_personal_data: true,
        parts_done: 0,
        announced_at: now,
        expires_at: new Date(Date.now() + 86_400_000),
        created_at: now,
        ...row,
      }),
    attempt: (paymentId, row = {}) =>
      add(Attempt, 'attempt_id', 'att', {
        payment_id: paymentId,
        status: 'charged',
        amount: 1000,
        currency: 'USD',
        authorized_at: approved.has((row.status as string | undefined) ?? 'charged') ? now : null,
        ...changed,
        ...row,
      }),
    capture: (paymentId, attemptId, row = {}) =>
      add(Capture, 'capture_id', 'cap', {
        payment_id: paymentId,
        authorized_attempt_id: attemptId,
        status: 'charged',
        amount: 1000,
        capture_sequence: 1,
        ...changed,
        ...row,
      }),
    refund: (paymentId, row = {}) =>
      add(Refund, 'refund_id', 'ref', {
        payment_id: paymentId,
        amount: 100,
        currency: 'USD',
        status: 'succeeded',
        created_at: now,
        updated_at: now,
        ...row,
      }),
    dispute: (paymentId, row = {}) =>
      add(Dispute, 'dispute_id', 'dsp', {
        payment_id: paymentId,
        dispute_stage: 'dispute',
        dispute_status: 'dispute_opened',
        amount: 100,
        currency: 'USD',
        created_at: now,
        updated_at: now,
        ...row,
      }),
    payout: (row = {}) =>
      add(Payout, 'payout_id', 'po', {
        amount: 1000,
        currency: 'USD',
        status: 'success',
        profile_id: profileId,
        created: now,
        updated: now,
        expires_on: sessionEnd(),
        ...row,
      }),
    event: (row = {}) => add(Event, 'event_id', 'evt', eventRow({ merchantId, profileId }, row)),
    auditEntry: (row = {}) =>
      add(AuditEntry, 'entry_id', 'aud', {
        action: 'updatePayment',
        actor_type: 'api_key',
        actor_id: keyId,
        object_type: 'payment',
        object_id: ids.make('pay'),
        changes: [{ field: 'amount', before: 1, after: 2, concealed: false }],
        request_id: 'req_test',
        created_at: now,
        ...row,
      }),
    notification: (row = {}) =>
      add(Notification, 'notification_id', 'ntf', {
        kind: 'dispute_due',
        object_id: ids.make('dsp'),
        profile_id: profileId,
        value: 2,
        threshold: 3,
        created_at: now,
        ...row,
      }),
    loggedRequest: (row = {}) =>
      add(LoggedRequest, 'log_id', 'rlog', {
        request_id: 'req_test',
        api: 'rest',
        method: 'POST',
        path: '/payments',
        operation: 'createPayment',
        status: 200,
        actor_type: 'api_key',
        actor_id: keyId,
        duration_ms: 12,
        request: { amount: 1000 },
        response: { status: 'succeeded' },
        created_at: now,
        ...row,
      }),
    customersKey: (customer_id) =>
      add(IssuedEphemeralKey, 'key_id', 'eph', {
        customer_id,
        hash: ids.make('hash'),
        expires_at: new Date(now.getTime() + 3_600_000),
      }),
    collectLink: (customer_id, row = {}) =>
      add(CollectLink, 'pm_collect_link_id', 'pmcl', {
        customer_id,
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        ...row,
      }),
    note: (paymentId, row = {}) =>
      add(Note, 'note_id', 'note', {
        payment_id: paymentId,
        profile_id: profileId,
        text: 'The customer called.',
        author_type: 'api_key',
        author_id: keyId,
        author_name: 'test',
        created_at: now,
        ...row,
      }),
    blocklistEntry: (row = {}) =>
      add(BlocklistEntry, 'fingerprint_id', 'fp', { data_kind: 'payment_method', created_at: now, ...row }),
    valueList: (row = {}) =>
      add(ValueList, 'list_id', 'list', { name: ids.make('name'), kind: 'bin', created_at: now, ...row }),
    listEntry: (listId, row = {}) =>
      add(ListEntry, 'entry_id', 'lse', {
        list_id: listId,
        value: '42424242',
        hint: '42424242',
        digest: ids.make('digest'),
        created_at: now,
        ...row,
      }),
    listImport: (listId, row = {}) =>
      add(ListImport, 'import_id', 'lim', {
        list_id: listId,
        status: 'succeeded',
        progress: 100,
        ...{ lines_total: 1, lines_read: 1, lines_added: 0, lines_known: 0, lines_refused: 1 },
        refused: [{ line: 2, reason: 'value must be the first 6 to 8 digits of card numbers.' }],
        created_at: now,
        ended_at: now,
        ...row,
      }),
    listImportRefusal: (importId, row = {}) =>
      add(ListImportRefusal, 'refusal_id', 'lir', {
        import_id: importId,
        list_id: 'list_of_import',
        line: 2,
        reason: 'value must be the first 6 to 8 digits of card numbers.',
        created_at: now,
        ...row,
      }),
    routingConfiguration: (row = {}) =>
      add(RoutingConfiguration, 'id', 'rtg', {
        profile_id: profileId,
        name: 'sandbox first',
        algorithm: { type: 'priority', data: [{ connector: 'sandbox' }] },
        transaction_type: 'payment',
        active: false,
        ...changed,
        ...row,
      }),
    ruleset: (row = {}) =>
      add(Ruleset, 'ruleset_id', 'rul', {
        profile_id: profileId,
        decision: 'payment_routing',
        version: nextVersion(),
        name: 'sandbox first',
        status: 'draft',
        rules: [{ name: 'always', then: { connectors: ['sandbox'] } }],
        warnings: [],
        ...changed,
        ...row,
      }),
    ruleReplay: (rulesetId, row = {}) =>
      add(RuleReplay, 'replay_id', 'rpy', {
        ruleset_id: rulesetId,
        profile_id: profileId,
        decision: 'payment_routing',
        status: 'succeeded',
        progress: 100,
        created_gte: new Date('2026-11-01T00:00:00Z'),
        created_lt: new Date('2026-11-08T00:00:00Z'),
        payments: 0,
        moved: [],
        challenged: 0,
        exempted: 0,
        blocked: 0,
        reviewed: 0,
        surcharged: 0,
        unknown_facts: [],
        created_at: now,
        finished_at: now,
        expires_at: sessionEnd(),
        ...row,
      }),
    balanceEntry: async (row = {}) => {
      await reconcile();
      return add(BalanceEntry, 'entry_id', 'bal', {
        ...{ type: 'adjustment', state: 'expected', gross: 1000, currency: 'USD' },
        ...{ merchant_connector_id: 'mca_settled', profile_id: profileId, occurred_at: now },
        ...row,
      });
    },
    settlement: async (row = {}) => {
      await reconcile();
      return add(Settlement, 'settlement_id', 'stl', {
        connector: 'sandbox',
        merchant_connector_id: 'mca_settled',
        profile_id: profileId,
        settlement_reference: ids.make('po'),
        period_start: now,
        period_end: now,
        currency: 'USD',
        gross: 0,
        fee: 0,
        net: 0,
        line_count: 0,
        state: 'open',
        created_at: now,
        ...row,
      });
    },
    settlementLine: async (settlementId, row = {}) => {
      const [settlement] = await sql(
        `update settlements set gross = gross + 1000, fee = fee + 40, net = net + 960, line_count = line_count + 1
         where merchant_id = $1 and settlement_id = $2
         returning merchant_connector_id, profile_id, settlement_reference, currency, line_count`,
        [merchantId, settlementId],
      );
      const { line_count, ...of } = settlement as { line_count: number };
      return add(SettlementLine, 'line_id', 'stln', {
        ...of,
        settlement_id: settlementId,
        report_reference: settlementId,
        line_number: line_count,
        type: 'capture',
        connector_reference: ids.make('txn'),
        ...{ gross: 1000, fee: 40, net: 960 },
        occurred_at: now,
        content_digest: ids.make('digest'),
        created_at: now,
        ...row,
      });
    },
    ruleReplayPayment: (replayId, paymentId, row = {}) =>
      add(RuleReplayPayment, 'replayed_id', 'rrp', {
        replay_id: replayId,
        profile_id: profileId,
        payment_id: paymentId,
        amount: 1000,
        currency: 'USD',
        from_account: 'none',
        to_account: 'none',
        moved: false,
        challenged: false,
        exempted: false,
        blocked: true,
        reviewed: false,
        surcharged: false,
        created_at: now,
        expires_at: sessionEnd(),
        ...row,
      }),
    webhookEndpoint: (row = {}) =>
      add(WebhookEndpoint, 'endpoint_id', 'whe', {
        profile_id: profileId,
        url: 'https://shop.example/further',
        version: 'v1',
        secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        mask_personal_data: false,
        disabled: false,
        ...changed,
        ...row,
      }),
    webhookDelivery: async (eventId, row = {}) => {
      const text = `select event_type, object_id, payment_id, profile_id, profile_id as endpoint_id, sequence as event_sequence from events
                    where merchant_id = $1 and event_id = $2`;
      const [event] = await service.database.rows.query({ text, values: [merchantId, eventId] }, null);
      return add(WebhookDelivery, 'delivery_id', 'whd', {
        ...event,
        event_id: eventId,
        status: 'pending',
        created_at: now,
        ...deliveryDetails(row.status, now),
        ...row,
      });
    },
    payoutAttempt: (payoutId, row = {}) =>
      add(PayoutAttempt, 'attempt_id', 'poa', {
        payout_id: payoutId,
        status: 'success',
        amount: 1000,
        currency: 'USD',
        ...changed,
        ...row,
      }),
  };
}
