import { randomUUID } from 'node:crypto';
import {
  SandboxSettledRow,
  SandboxSettlementRow,
  SandboxSettlingRow,
} from '../../../src/connectors/sandbox/tables.ts';
import { BalanceBackfill, BalanceEntry } from '../../../src/core/entities/balance-entry.ts';
import { BankStatementLine } from '../../../src/core/entities/bank-statement-line.ts';
import { BlocklistEntry } from '../../../src/core/entities/blocklist-entry.ts';
import { CardTestingCounter } from '../../../src/core/entities/card-testing-counter.ts';
import { ConnectorWebhookState } from '../../../src/core/entities/connector-webhook-state.ts';
import { DisputeAnswer } from '../../../src/core/entities/dispute-answer.ts';
import { Domain } from '../../../src/core/entities/domain.ts';
import { Event } from '../../../src/core/entities/event.ts';
import { EvidenceContent } from '../../../src/core/entities/evidence-file.ts';
import { ExtendedCardInfo } from '../../../src/core/entities/extended-card-info.ts';
import {
  FinanceImport,
  FinanceImportBatch,
  FinanceImportRefusal,
  FinanceMapping,
} from '../../../src/core/entities/finance-import.ts';
import {
  DeletedList,
  ListImport,
  ListImportBatch,
  ListImportRefusal,
} from '../../../src/core/entities/list-import.ts';
import { Mandate } from '../../../src/core/entities/mandate.ts';
import { Note } from '../../../src/core/entities/note.ts';
import { Payment } from '../../../src/core/entities/payment.ts';
import {
  PaymentMethodExport,
  PaymentMethodExportFile,
} from '../../../src/core/entities/payment-method-export.ts';
import {
  PaymentMethodImport,
  PaymentMethodImportBatch,
  PaymentMethodImportResult,
} from '../../../src/core/entities/payment-method-import.ts';
import { Payout } from '../../../src/core/entities/payout.ts';
import { Report, ReportPart } from '../../../src/core/entities/report.ts';
import { ReportSchedule } from '../../../src/core/entities/report-schedule.ts';
import { RoutingConfiguration } from '../../../src/core/entities/routing-configuration.ts';
import { RuleReplay, RuleReplayPayment } from '../../../src/core/entities/rule-replay.ts';
import { Ruleset } from '../../../src/core/entities/ruleset.ts';
import { Settlement } from '../../../src/core/entities/settlement.ts';
import { SettlementLine } from '../../../src/core/entities/settlement-line.ts';
import { SettlementFeed, SettlementReport } from '../../../src/core/entities/settlement-report.ts';
import { IncomingEvent } from '../../../src/core/entities/statement-tables.ts';
import { ListEntry, ValueList } from '../../../src/core/entities/value-list.ts';
import { VelocityEntry } from '../../../src/core/entities/velocity-entry.ts';
import { WebhookEndpoint } from '../../../src/core/entities/webhook-endpoint.ts';
import { WebhookEndpointState } from '../../../src/core/entities/webhook-endpoint-state.ts';
import { type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { eventRow } from '../../kit/event-rows.ts';
import { graphql } from '../../kit/graphql.ts';
import { insertRow, type Values } from '../../kit/insert.ts';
import { mutate } from '../../kit/mutate.ts';
import { cards, graphqlCardOf } from '../../kit/sandbox-shop.ts';
import type { TestService } from '../../kit/service.ts';
import { completeValue, fullRow } from '../conformance/rows.ts';
import { world } from '../conformance/world.ts';

/** The marks that distinguish one merchant's data. */
export interface Character {
  /** Occurs in every free text. As long as the sample text it replaces. */
  readonly word: string;
  /** The suffix of every identifier that the merchant chose. */
  readonly suffix: string;
  /** The amount of its payments, in minor units. */
  readonly amount: number;
}

/** A merchant with a row in every table, and its credentials. */
export interface Merchant extends Character {
  readonly merchantId: string;
  readonly apiKey: string;
  readonly revokedKey: string;
  readonly publishableKey: string;
  readonly ephemeralKey: string;
  /** The client secret of an open payment. */
  readonly clientSecret: string;
  readonly idempotencyKey: string;
  /** A payment with a refund, a dispute, an attempt and a capture. */
  readonly paidPaymentId: string;
  /** A payment with a value in every field of its nested objects. */
  readonly everyPaymentId: string;
  /** A payout, likewise. */
  readonly everyPayoutId: string;
  /** An identifier of one of its own objects, by field or argument name in the specification. */
  own(name: string): string | undefined;
  /** Adds an open payment or payout, and returns its identifier. */
  open(kind: 'payment' | 'payout'): Promise<string>;
  /** Adds objects to delete or revoke, and returns their identifiers by argument name. */
  disposable(): Promise<Record<string, string>>;
}

/**
 * The merchants' name of an identifier in an operation's requests: the entries of lists, of balances and of the audit log
 * share one, and the imports of lists and of payment methods.
 */
export function ownName(operation: string, name: string): string {
  if (name === 'routing_id' && operation === 'executeThreeDsRules') return 'three_ds_ruleset_id';
  if (name === 'line_id' && /BankStatementLine/i.test(operation)) return 'bank_line_id';
  if (name === 'import_id' && /FinanceImport/i.test(operation)) return 'finance_import_id';
  if (name === 'import_id') return /ListImport/i.test(operation) ? 'list_import_id' : name;
  if (name !== 'entry_id') return name;
  if (/BalanceEntr/i.test(operation)) return 'balance_entry_id';
  return /ListEntr/i.test(operation) ? 'list_entry_id' : name;
}

/** Inserts a merchant's marker word into a row's sample values. */
function mark({ amount, word }: Character, value: unknown): unknown {
  if (value === 'something' || value === 'thing') return word;
  if (value === 'alice@example.com') return `${word}@example.com`;
  if (value === 'https://example.com/done') return `https://example.com/${word}`;
  if (value === 1000) return amount;
  if (Array.isArray(value)) return value.map((one) => mark({ amount, word } as Character, one));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mark({ amount, word } as Character, one)]),
  );
}

/** The error mapping shared by all merchants. */
export const ERROR_MAPPING_ID = 'gsm_everybodys';

/** PostgreSQL's `lock_not_available`. */
const LOCK_TIMEOUT = '55P03';

/** Repeats an insertion that waited too long for a request's change of the merchant account. */
async function patiently<T>(insert: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await insert();
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_TIMEOUT || tries === 20) throw error;
    }
  }
}

const fieldsByName = (target: DescribedClass) =>
  Object.fromEntries(fieldsOf(target).map((field) => [field.name, field]));

/** Adds a merchant with a row in every table. */
export async function merchantWithEverything(service: TestService, character: Character): Promise<Merchant> {
  const { suffix, word } = character;
  const w = await world(service, (target, values) => mark(character, fullRow(target, values)) as Values, {
    suffix,
    merchantId: `mer_${word}`,
  });
  const { connectorId, customerId, methodId, shop } = w;
  const { merchantId, profileId } = shop;
  const add = (target: Parameters<typeof fullRow>[0], values: Values) => {
    const own = fieldsOf(target).some(({ name }) => name === 'merchant_id')
      ? { merchant_id: merchantId }
      : {};
    return insertRow(service, target, mark(character, fullRow(target, { ...own, ...values })) as Values);
  };
  await add(PaymentMethodExport, {
    export_id: `vex_${suffix}`,
    status: 'completed',
    approvals: [],
    download_before: new Date(Date.now() + 86_400_000),
  });
  await add(PaymentMethodExportFile, {
    file_id: `vex_${suffix}_1`,
    export_id: `vex_${suffix}`,
    content: word,
    written_at: new Date(),
  });
  const schedule_id = `rps_${suffix}`;
  await add(ReportSchedule, {
    schedule_id,
    list: 'payments',
    period: 'daily',
    time_zone: 'UTC',
    hour: 6,
    filter: null,
    columns: null,
    recipients: [],
    enabled: false,
    next_day: '2026-11-27',
  });
  const expires_at = new Date(Date.now() + 86_400_000);
  await add(Report, {
    report_id: `rpt_${suffix}`,
    schedule_id,
    list: 'payments',
    status: 'ready',
    mask_personal_data: true,
    parts_done: 0,
    announced_at: new Date(),
    expires_at,
  });
  await add(ReportPart, {
    part_id: `rpt_${suffix}_1`,
    report_id: `rpt_${suffix}`,
    content: word,
    expires_at,
  });
  await add(PaymentMethodImport, {
    import_id: `imp_${suffix}`,
    status: 'completed',
    format: 'csv',
  });
  await add(PaymentMethodImportResult, {
    result_id: `imr_${suffix}`,
    import_id: `imp_${suffix}`,
    outcome: 'failed',
    customer_id: customerId,
    payment_method_id: methodId,
  });
  await add(PaymentMethodImportBatch, { batch_id: `imb_${suffix}`, import_id: `imp_${suffix}` });
  const [now, later] = [new Date(), new Date(Date.now() + 900_000)];
  const paymentId = `pay_done_${suffix}`;
  const mandateId = `man_${suffix}`;
  await add(Mandate, {
    mandate_id: mandateId,
    payment_id: paymentId,
    customer_id: customerId,
    payment_method_id: methodId,
    status: 'active',
  });
  // A combination that no payment has: this one has every kind of payment method, and every next action.
  const { payment_method_data, next_action } = fieldsByName(Payment);
  await shop.payment({
    payment_id: `pay_every_${suffix}`,
    payment_method_data: mark(character, completeValue(payment_method_data!.of!())),
    next_action: mark(character, completeValue(next_action!.of!())),
  });
  const { payout_method_data } = fieldsByName(Payout);
  await shop.payout({
    payout_id: `po_every_${suffix}`,
    payout_method_data: mark(character, completeValue(payout_method_data!.of!())),
  });
  const eventId = `evt_${suffix}`;
  const deliveryId = `whd_${suffix}`;
  const event = eventRow(
    { merchantId, profileId },
    { event_id: eventId, payment_id: paymentId, object_id: paymentId },
  );
  await insertRow(service, Event, { merchant_id: merchantId, ...event });
  const answered = { attempt_number: 1, started_at: now.toISOString(), duration_ms: 1, status_code: 200 };
  await shop.webhookDelivery(eventId, {
    delivery_id: deliveryId,
    status: 'delivered',
    attempts: [{ ...answered, answer: word }],
  });
  await add(WebhookEndpoint, {
    endpoint_id: `whe_${suffix}`,
    profile_id: profileId,
    url: 'https://shop.example/further',
    version: 'v1',
    secret: `whsec_${word}`,
    previous_secret: `whsec_former_${word}`,
    earlier_secrets: { [`whsec_earlier_${word}`]: '2030-01-01T00:00:00.000Z' },
  });
  const waiting = { endpoint_id: `whe_${suffix}`, next_attempt_at: later, error_message: word };
  await shop.webhookDelivery(eventId, waiting);
  await insertRow(service, ConnectorWebhookState, {
    merchant_id: merchantId,
    merchant_connector_id: connectorId,
    received_at: now,
    refused_at: now,
    refused_because: word,
  });
  await add(RoutingConfiguration, {
    id: `rtg_${suffix}`,
    profile_id: profileId,
    algorithm: { type: 'single', data: { connector: 'sandbox', merchant_connector_id: connectorId } },
    transaction_type: 'payment',
    active: true,
  });
  await add(Ruleset, {
    ruleset_id: `rul_${suffix}`,
    profile_id: profileId,
    decision: 'payment_routing',
    version: 1,
    status: 'active',
    rules: [{ name: word, then: { connectors: [{ merchant_connector_id: connectorId }] } }],
    warnings: [],
  });
  for (const [decision, then] of [
    ['three_ds', { three_ds: 'challenge' }],
    ['surcharge', { surcharge: null }],
  ] as const) {
    await add(Ruleset, {
      ruleset_id: `rul_${decision}_${suffix}`,
      ...{ profile_id: profileId, decision, version: 1, status: 'active', warnings: [] },
      rules: [{ name: word, then }],
      default: null,
    });
  }
  await add(ValueList, { list_id: `list_${suffix}`, name: word, kind: 'customer', created_at: now });
  await add(ListEntry, {
    entry_id: `lse_${suffix}`,
    list_id: `list_${suffix}`,
    value: word,
    hint: word,
    digest: word,
    reason: word,
    expires_at: later,
    created_at: now,
  });
  await add(FinanceImport, {
    import_id: `fim_${suffix}`,
    kind: 'settlement',
    status: 'preview',
    merchant_connector_id: connectorId,
    format: 'csv',
    mapping_name: word,
    mapping: { gross: word },
    columns: [word],
    first_lines: [{ line: 2, net: 1, currency: 'EUR', occurred_at: now.toISOString(), reference: word }],
    sums: [{ currency: 'EUR', lines: 1, gross: 1, fee: 0, net: 1 }],
    refused: [{ line: 3, reason: word }],
    failure_reason: word,
    content_digest: word,
    expires_at: later,
  });
  await add(FinanceImportRefusal, {
    refusal_id: `fim_${suffix}_0000003`,
    import_id: `fim_${suffix}`,
    line: 3,
    reason: word,
    created_at: now,
  });
  await add(FinanceImportBatch, { batch_id: `fib_${suffix}`, import_id: `fim_${suffix}`, lines: word });
  await add(FinanceMapping, { mapping_name: word, mapping: { gross: word }, kept_at: now });
  await add(BankStatementLine, {
    line_id: `bsl_${suffix}`,
    import_id: `fim_${suffix}`,
    booked_on: now,
    reference: word,
    counterparty: word,
    content_digest: word,
    created_at: now,
  });
  await add(ListImport, {
    import_id: `lim_${suffix}`,
    list_id: `list_${suffix}`,
    status: 'failed',
    progress: 100,
    ...{ lines_total: 1, lines_read: 1, lines_added: 0, lines_known: 0, lines_refused: 1 },
    refused: [{ line: 2, reason: word }],
    failure_reason: word,
    created_at: now,
    ended_at: now,
  });
  await add(ListImportRefusal, {
    refusal_id: `lir_${suffix}`,
    import_id: `lim_${suffix}`,
    list_id: `list_${suffix}`,
    line: 2,
    reason: word,
    created_at: now,
  });
  await add(ListImportBatch, {
    batch_id: `lib_${suffix}`,
    import_id: `lim_${suffix}`,
    list_id: `list_${suffix}`,
    first_line: 2,
    rows: word,
    created_at: now,
  });
  await add(DeletedList, { list_id: `list_deleted_${suffix}`, deleted_at: now });
  await add(RuleReplay, {
    replay_id: `rpy_${suffix}`,
    ruleset_id: `rul_${suffix}`,
    profile_id: profileId,
    decision: 'payment_routing',
    status: 'succeeded',
    failure_reason: word,
    unknown_facts: [word],
    moved: [{ from: connectorId, to: connectorId, count: 1, amount: 1, currency: 'USD' }],
    expires_at: later,
  });
  await add(RuleReplayPayment, {
    replayed_id: `rpy_${suffix}_0000001`,
    replay_id: `rpy_${suffix}`,
    profile_id: profileId,
    payment_id: w.openPaymentId,
    from_account: connectorId,
    to_account: connectorId,
    expires_at: later,
  });
  const settled = { merchant_connector_id: connectorId, profile_id: profileId, settlement_reference: word };
  await add(Settlement, {
    ...settled,
    settlement_id: `stl_${suffix}`,
    connector: word,
    currency: 'EUR',
    ...{ gross: 5, fee: 1, net: 4, transferred: 4, line_count: 1 },
    bank_reference: word,
    state: 'open',
    created_at: now,
  });
  await add(SettlementLine, {
    ...settled,
    line_id: `stln_${suffix}`,
    settlement_id: `stl_${suffix}`,
    import_id: word,
    report_reference: word,
    type: 'capture',
    connector_reference: word,
    order_reference: word,
    ...{ gross: 7, fee: 2, net: 5, currency: 'USD', settled_net: 4, settled_fee: 1, settled_currency: 'EUR' },
    entry_id: word,
    duplicate_of: null,
    content_digest: word,
    created_at: now,
  });
  const ofAccount = { merchant_connector_id: connectorId };
  await add(SettlementFeed, { ...ofAccount, next_at: later, failure_reason: word });
  await add(SettlementReport, { ...ofAccount, report_reference: word, read_to: word, failure_reason: word });
  await add(SandboxSettlingRow, { ...ofAccount, settles_at: later });
  await add(SandboxSettlementRow, { ...ofAccount, settlement_id: word, currency: 'EUR', pays_at: later });
  await add(SandboxSettledRow, { ...ofAccount, movement_id: word, settlement_id: word, line: {} });
  await add(Note, {
    note_id: `note_${suffix}`,
    payment_id: w.openPaymentId,
    text: word,
    author_type: 'api_key',
    author_id: `key_${suffix}`,
    author_name: word,
    profile_id: profileId,
  });
  await add(Domain, {
    domain_id: `dom_${suffix}`,
    domain_name: `${merchantId}.example.com`.replaceAll('_', '-').toLowerCase(),
    scope: 'merchant',
    status: 'verified',
    token: word,
    failure_reason: word,
    next_check_at: later,
  });
  await add(BalanceEntry, {
    entry_id: `bal_${suffix}`,
    type: 'adjustment',
    state: 'expected',
    merchant_connector_id: connectorId,
    profile_id: profileId,
  });
  await add(BalanceBackfill, { kind: 'past', status: 'done', stage: 0, entries: 1 });
  await add(BlocklistEntry, { fingerprint_id: `fp_${suffix}`, data_kind: 'payment_method' });
  const subject = { profile_id: profileId, kind: 'card', subject: word, failures: 1, expires_at: later };
  await insertRow(service, CardTestingCounter, { merchant_id: merchantId, ...subject });
  const entry = { subject: word, attempted_at: later, attempt_id: `att_${suffix}` };
  await insertRow(service, VelocityEntry, { merchant_id: merchantId, ...entry });
  const card = { payment_id: w.openPaymentId, payload: `eyJ.${word}`, expires_at: later };
  await insertRow(service, ExtendedCardInfo, { merchant_id: merchantId, ...card });
  await insertRow(service, WebhookEndpointState, {
    merchant_id: merchantId,
    endpoint_id: profileId,
    profile_id: profileId,
    failures: 1,
  });
  await insertRow(service, IncomingEvent, {
    merchant_id: merchantId,
    merchant_connector_id: connectorId,
    event_id: word,
    received_at: now,
    processed_at: now,
    expires_at: later,
  });
  await insertRow(service, DisputeAnswer, {
    merchant_id: merchantId,
    answer_id: `dan_${suffix}`,
    dispute_id: `dsp_${suffix}`,
    dispute_stage: 'dispute',
    action: 'challenge',
    evidence: {
      ...{ text: word, fields: { receipt: word }, defenceReason: word },
      files: [{ field: word, name: word, contentType: word, content: { data: [1, 2, 3] } }],
      uploads: [{ field: word, fileId: `evf_${suffix}` }],
    },
    author_type: 'person',
    author_id: `per_${suffix}`,
    author_name: word,
    created_at: now,
    sent_at: now,
  });
  await insertRow(service, EvidenceContent, {
    merchant_id: merchantId,
    file_id: `evf_${suffix}`,
    dispute_id: `dsp_${suffix}`,
    content: word,
    created_at: now,
  });
  const keyId = `key_${suffix}`;
  await shop.apiKey({ key_id: keyId, name: word });
  const personId = `per_${suffix}`;
  const invitationId = `inv_${suffix}`;
  await shop.teamMember({ person_id: personId, email: `${word}@example.com`, name: word });
  const viewId = `view_${suffix}`;
  await shop.savedView(personId, { view_id: viewId, name: word, address: `q=${word}` });
  await shop.invitation({ invitation_id: invitationId, email: `guest-${word}@example.com` });
  const revokedKey = await shop.apiKey({ name: word, revoked_at: now });

  const entryId = `aud_${suffix}`;
  await shop.auditEntry({
    entry_id: entryId,
    action: word,
    address: '192.0.2.7',
    user_agent: word,
    object_id: paymentId,
    changes: [{ field: 'description', before: null, after: word, concealed: false }],
    request_id: word,
    sequence: 1_000_000,
    hash: word,
  });

  const logId = `rlog_${suffix}`;
  await shop.loggedRequest({
    log_id: logId,
    request_id: word,
    path: `/${word}`,
    operation: word,
    error_code: word,
    idempotency_key: word,
    query: { limit: word },
    request: { description: word },
    response: { description: word },
  });
  await shop.auditEntry({ action: word, object_id: w.openPaymentId, request_id: `of_${word}` });

  const notificationId = `ntf_${suffix}`;
  await shop.notification({
    notification_id: notificationId,
    object_id: `dsp_${suffix}`,
    payment_id: paymentId,
    connector: word,
    merchant_connector_id: connectorId,
    error_code: word,
    due_at: new Date(),
  });

  const idempotencyKey = `idem_${suffix}`;
  const checkout = await fillTables(service, { ...character, ...w, idempotencyKey, profileId });
  const ids: Readonly<Record<string, string>> = {
    merchant_id: merchantId,
    account_id: merchantId,
    profile_id: profileId,
    default_profile: profileId,
    merchant_connector_id: connectorId,
    connector_id: connectorId,
    tax_connector_id: connectorId,
    customer_id: customerId,
    payment_method_id: methodId,
    method_id: methodId,
    default_payment_method_id: methodId,
    payment_id: w.openPaymentId,
    attempt_id: `${paymentId}_1`,
    capture_id: `cap_${suffix}`,
    payout_attempt_id: `${w.openPayoutId}_1`,
    refund_id: w.refundId,
    dispute_id: `dsp_${suffix}`,
    payout_id: w.openPayoutId,
    mandate_id: mandateId,
    update_mandate_id: mandateId,
    event_id: eventId,
    delivery_id: deliveryId,
    endpoint_id: `whe_${suffix}`,
    routing_id: `rtg_${suffix}`,
    ruleset_id: `rul_${suffix}`,
    three_ds_ruleset_id: `rul_three_ds_${suffix}`,
    import_id: `imp_${suffix}`,
    result_id: `imr_${suffix}`,
    export_id: `vex_${suffix}`,
    list_id: `list_${suffix}`,
    list_entry_id: `lse_${suffix}`,
    finance_import_id: `fim_${suffix}`,
    refusal_id: `fim_${suffix}_0000003`,
    bank_line_id: `bsl_${suffix}`,
    list_import_id: `lim_${suffix}`,
    list_refusal_id: `lir_${suffix}`,
    replay_id: `rpy_${suffix}`,
    settlement_id: `stl_${suffix}`,
    line_id: `stln_${suffix}`,
    replayed_id: `rpy_${suffix}_0000001`,
    schedule_id: `rps_${suffix}`,
    report_id: `rpt_${suffix}`,
    number: '1',
    fingerprint_id: `fp_${suffix}`,
    domain_id: `dom_${suffix}`,
    note_id: `note_${suffix}`,
    key_id: keyId,
    log_id: logId,
    notification_id: notificationId,
    entry_id: entryId,
    balance_entry_id: `bal_${suffix}`,
    person_id: personId,
    invitation_id: invitationId,
    view_id: viewId,
    client_secret: w.clientSecret,
    idempotency_key: idempotencyKey,
    error_mapping_id: ERROR_MAPPING_ID,
  };
  return {
    ...character,
    merchantId,
    apiKey: shop.key,
    revokedKey,
    publishableKey: shop.publishableKey,
    ephemeralKey: checkout.ephemeralKey,
    clientSecret: w.clientSecret,
    idempotencyKey,
    paidPaymentId: paymentId,
    everyPaymentId: `pay_every_${suffix}`,
    everyPayoutId: `po_every_${suffix}`,
    own: (name) => ids[name],
    disposable: () =>
      patiently(async () => {
        const fresh = await shop.customer();
        const method = await shop.paymentMethod(fresh);
        const keyToRevoke = `key_${randomUUID()}`;
        await shop.apiKey({ key_id: keyToRevoke });
        return {
          customerId: await shop.customer(),
          paymentMethodId: method,
          keyId: keyToRevoke,
          personId: await shop.teamMember(),
          invitationId: await shop.invitation(),
          mandateId: await shop.mandate(paymentId, fresh, method),
          endpointId: await shop.webhookEndpoint(),
        };
      }),
    open: (kind) =>
      patiently(() =>
        kind === 'payment'
          ? shop.payment({
              status: 'requires_payment_method',
              amount_received: 0,
              profile_id: profileId,
              client_secret: w.clientSecret,
            })
          : shop.payout({ status: 'requires_payout_method_data' }),
      ),
  };
}

/** Makes API calls that leave rows in the tables of commands and of the sandbox. */
async function fillTables(
  service: TestService,
  {
    customerId,
    idempotencyKey,
    profileId,
    shop,
    waitingPaymentId,
    word,
    ...w
  }: Character &
    Awaited<ReturnType<typeof world>> & { readonly idempotencyKey: string; readonly profileId: string },
): Promise<{ ephemeralKey: string }> {
  const run = async (name: string, input: Values, selection: string) => {
    const { payload, text, userErrors } = await mutate(service, shop.key, name, input, selection);
    if (!payload || userErrors.length > 0) throw new Error(`${name}: ${text}`);
    return payload;
  };
  const accepting = await shop.profile({
    profile_name: `${word} shop`,
    retry_policy: { max_attempts: 4, within_days: 21, hours_between: [24, 72] },
  });
  await shop.connector({
    profile_id: accepting,
    connector_label: `${word} shop`,
    test_mode: true,
    fee_table: [
      { card_network: 'Visa', card_type: 'credit', country: 'US', rate: 140, fixed: 25, currency: 'USD' },
    ],
    payment_methods_enabled: [
      { payment_method: 'card', recurring_enabled: true, installment_payment_enabled: false },
    ],
  });
  const paying = { amount: w.amount, currency: 'USD', profileId: accepting, description: word };
  const disputed = { ...graphqlCardOf('4000000000000259'), cardHolderName: word };
  const paid = await run(
    'createPayment',
    { ...paying, confirm: true, idempotencyKey, paymentMethodData: { card: disputed } },
    'payment { paymentId status }',
  );
  if (paid.payment.status !== 'succeeded') throw new Error(`The payment is ${paid.payment.status}.`);
  await run(
    'createRefund',
    { paymentId: paid.payment.paymentId, amount: 7, reason: word },
    'refund { status }',
  );
  await run(
    'savePaymentMethod',
    {
      customerId,
      paymentMethod: 'card',
      card: { cardNumber: cards.good, cardExpMonth: '12', cardExpYear: '2039', nickName: word },
    },
    'paymentMethod { status }',
  );
  await run('createCollectLink', { customerId }, 'collectLink { link }');
  const ask = (path: string, body?: object) =>
    fetch(service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'api-key': body ? shop.publishableKey : shop.key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  await ask(`/payments/${waitingPaymentId}/3ds/authentication`, {
    client_secret: w.clientSecret,
    device_channel: 'BRW',
    threeds_method_comp_ind: 'U',
  });
  await ask(
    `/customers/${customerId}/payment_methods?accepted_currency=USD&accepted_country=US&minimum_amount=1&maximum_amount=9000&recurring_payment_enabled=false&installment_payment_enabled=false`,
  );
  const { data } = await graphql(
    service,
    shop.key,
    `mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { payment { ephemeralKey { secret } } } }`,
    { input: { ...paying, customerId } },
  );
  return { ephemeralKey: data.createPayment.payment.ephemeralKey.secret };
}
