import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import '../../../src/rest/operations.ts';
import {
  allInputs,
  type DescribedClass,
  describeField,
  type EnumerationOf,
  type FieldDescription,
  fieldsOf,
} from '../../../src/core/model/index.ts';
import { validate } from '../../../src/core/model/validate.ts';
import { problemsOf } from '../../kit/problems.ts';
import { testApart as test } from '../../kit/test.ts';

const root = path.resolve(import.meta.dirname, '../../../src');

/** Where the code depends on each closed enumeration in inputs: a file, and the deciding text in it. */
const deciders: Readonly<Record<string, readonly [file: string, text: string]>> = {
  AcceptedListType: ['core/routing/eligibility.ts', "accepted.type === 'enable_only'"],
  AuthenticationType: ['core/routing/routing-request.ts', "payment.authentication_type === 'three_ds'"],
  BackgroundPosition: ['checkout/server/checkout-style.ts', "position ?? 'center'"],
  BackgroundSize: ['checkout/server/checkout-style.ts', 'size?.Variants'],
  BankAccountType: ['core/payment-methods/method-details.ts', 'accountType: account.bank_type'],
  BlocklistType: ['core/value-lists/blocklist.ts', "extended_card_bin: 'extended_card_bin'"],
  CaptureMethod: ['core/payments/capture/capture-payment.ts', "payment.capture_method === 'manual_multiple'"],
  CardTermsShown: ['checkout/server/checkout-view.ts', 'settings.show_card_terms'],
  CardTestingGuardStatus: [
    'core/payments/authorize/card-testing-guard.ts',
    "_blocking_status`] !== 'enabled'",
  ],
  ConnectorStatus: ['core/routing/eligibility.ts', "account.status !== 'active'"],
  ConnectorType: ['core/routing/fraud-policy.ts', "connector_type === 'payment_vas'"],
  DetailsLayout: ['checkout/server/checkout-view.ts', "settings.details_layout === 'layout2'"],
  DeviceChannel: ['connectors/sandbox/authenticate.ts', "deviceChannel === 'APP'"],
  DomainScope: ['database/migrations/Migration20261129170517_domains.ts', "p.scope = 'organization'"],
  ErrorMappingDecision: ['core/error-mappings/retry-rule.ts', "decision !== 'retry'"],
  EventType: ['core/writes/outbox/subscriptions.ts', "'types', f.event_types"],
  ExemptionIndicator: ['connectors/stripe/authorize.ts', "exemption === 'transaction_risk_assessment'"],
  FormLayout: ['checkout/server/recipient-view.ts', "settings.form_layout === 'journey'"],
  FraudAction: ['core/payments/authorize/authorize-payment.ts', "check.action !== 'auto_refund'"],
  FraudFlow: ['core/payments/authorize/authorize-payment.ts', "policy?.flow !== 'pre'"],
  FutureUsage: ['core/routing/routing-request.ts', "setup_future_usage === 'off_session'"],
  LabelType: ['checkout/server/checkout-view.ts', 'settings.payment_form_label_type'],
  LinkLanguage: ['core/payment-links/mail-link.ts', 'LinkLanguage'],
  MethodsLayout: ['checkout/server/checkout-view.ts', "settings.sdk_layout === 'tabs'"],
  NotificationKind: ['core/notifications/conditions.ts', "kind: 'success_rate_fell'"],
  PaymentMethodKind: ['core/cards/card.ts', "method.payment_method === 'card'"],
  PaymentStatus: ['core/writes/outbox/subscriptions.ts', "setting('payment_statuses_enabled')"],
  PayoutStatus: ['core/writes/outbox/subscriptions.ts', "setting('payout_statuses_enabled')"],
  PayoutType: ['core/payouts/attach-payout-method.ts', 'input.payout_type'],
  Permission: ['core/foundation/permissions.ts', "'payments:write'"],
  ProvenStatus: ['core/payments/method/stored-credentials.ts', 'transStatus: given.transaction_status'],
  RefundStatus: ['core/writes/outbox/subscriptions.ts', "setting('refund_statuses_enabled')"],
  ListKind: ['core/entities/values/list-values.ts', 'listKinds: { readonly [K in ListKindName]: ValueKind }'],
  ListedFact: ['core/fraud-checks/add-decided.ts', 'facts[field].list'],
  ReportList: ['core/reports/reported-lists.ts', 'reportedClasses[reported.list]'],
  ReportPeriod: ['core/reports/report-period.ts', 'units[rule.period]'],
  Role: ['core/team/team-members.ts', "role === 'owner'"],
  RoutedTransaction: ['core/payments/authorize/try-routing.ts', "transaction === 'payout'"],
  RoutingComparison: ['core/rules/rule-conditions.ts', "case 'not_equal':"],
  PaymentChannel: ['core/payments/attempt/attempts.ts', "payment_channel !== 'moto'"],
  RoutingFallback: ['core/routing/choose-accounts.ts', "algorithm?.fallback === 'none'"],
  RoutingField: ['core/routing/routing-request.ts', 'payment_method_type'],
  ScaExemptionType: ['connectors/adyen/authorize.ts', "low_value: 'lowValue'"],
  RuleDecision: ['core/payments/authorize/evaluate-rules.ts', "'payout_routing'"],
  RoutingType: ['core/routing/order-accounts.ts', "case 'advanced'"],
  ThreeDsTransaction: ['rest/beyond/three-ds-routing.ts', 'body.transaction_type === THREE_DS'],
  ViewedList: ['graphql/resolvers/saved-views.ts', 'ViewedList.members'],
  WebhookVersion: ['core/webhooks/compose.ts', "version === 'v1_thin'"],
};

/** The enumerations in an input, at any depth, with the path of one field each. */
function enumerationsIn(
  target: DescribedClass,
  found: Map<EnumerationOf, FieldDescription>,
  seen = new Set<DescribedClass>(),
): void {
  if (seen.has(target)) return;
  seen.add(target);
  for (const field of fieldsOf(target)) {
    if (field.enumeration) found.set(field.enumeration(), field);
    if (field.of && field.kind !== 'children' && field.kind !== 'reference') {
      enumerationsIn(field.of(), found, seen);
    }
  }
}

const sent = new Map<EnumerationOf, FieldDescription>();
for (const target of allInputs()) {
  // Test inputs have none.
  if (!target.name.startsWith('Order')) enumerationsIn(target, sent);
}

test('Each settable enumeration is open, or the code depends on its values', () => {
  const closed = [...sent].filter(([{ open }, { inert }]) => !open && !inert).map(([kind]) => kind);
  expect(closed.map(({ name }) => name).sort()).toEqual(Object.keys(deciders).sort());
  for (const { name } of closed) {
    const [file, text] = deciders[name]!;
    expect([name, readFileSync(path.join(root, file), 'utf8').includes(text)]).toEqual([name, true]);
  }
});

/** A class with one optional field. */
function oneField(field: FieldDescription): DescribedClass {
  class Holder {}
  describeField(Holder.prototype, { ...field, required: false });
  return Holder;
}

test('An open enumeration accepts any text of up to 64 characters, and a closed one lists its values', () => {
  for (const [{ open, values }, field] of sent) {
    const { name } = field;
    const target = oneField(field);
    const given = (value: unknown) => problemsOf(() => validate(target, { [name]: value }));
    const wrap = (value: string) => (field.kind === 'enumeration_list' ? [value] : value);
    for (const value of values) expect([name, given(wrap(value))]).toEqual([name, []]);
    if (open) {
      for (const value of ['Other', 'x'.repeat(64)]) expect([name, given(value)]).toEqual([name, []]);
      for (const value of ['', 'x'.repeat(65), 'a\0b', '4242 4242 4242 4242', 7])
        expect([name, value, given(value).length]).toEqual([name, value, 1]);
    } else {
      const [problem] = given(wrap('Other'));
      expect(problem!.message).toContain(`one of ${values.join(', ')}`);
    }
  }
});

test('Both APIs accept, store, show and filter by an unseen value of an open enumeration', async ({
  adminGraphql,
  client,
  graphql,
  service,
  shop,
}) => {
  const payout = { amount: 100, currency: 'EUR', entity_type: 'Trust', priority: 'same_day' };
  const { body } = await client.post('/payouts', { key: shop.key, body: payout });
  expect(body).toMatchObject({ entity_type: 'Trust', priority: 'same_day' });
  const input = { payoutId: body.payout_id, entityType: 'Estate', priority: 'overnight' };
  const update = await graphql.mutate('updatePayout', input, 'payout { entityType priority }');
  expect(update).toMatchObject({ payload: { payout: { entityType: 'Estate', priority: 'overnight' } } });
  const { body: updated } = await client.post(`/payouts/${body.payout_id}`, { key: shop.key, body: {} });
  expect(updated).toMatchObject({ entity_type: 'Estate', priority: 'overnight' });

  const account = { product_type: 'billing', merchant_account_type: 'franchise', recon_status: 'paused' };
  const made = await client.post('/accounts', {
    key: service.adminApiKey,
    body: { merchant_id: 'open_words', ...account },
  });
  expect(made.body).toMatchObject(account);
  const filter = '{ productType: { eq: "billing" }, merchantAccountType: { in: ["franchise"] } }';
  const listed = await adminGraphql.data(
    `{ merchantAccounts(filter: ${filter}) { nodes { productType merchantAccountType reconStatus } } }`,
  );
  expect(listed.merchantAccounts.nodes).toEqual([
    { productType: 'billing', merchantAccountType: 'franchise', reconStatus: 'paused' },
  ]);

  const mapping = { connector: 'sandbox', code: 'E1', decision: 'do_default', error_category: 'weather' };
  const gsm = await client.post('/gsm', { key: service.adminApiKey, body: mapping });
  expect(gsm.body).toMatchObject({ error_category: 'weather' });
  const mappings =
    '{ errorMappings(filter: { errorCategory: { eq: "weather" } }) { nodes { errorCategory } } }';
  expect((await adminGraphql.data(mappings)).errorMappings.nodes).toEqual([{ errorCategory: 'weather' }]);
});

test('Both APIs list the values of a closed enumeration when refusing another', async ({
  client,
  graphql,
  shop,
}) => {
  const values = 'three_ds, no_three_ds';
  const sent = { amount: 1, currency: 'USD', authentication_type: 'other' };
  const { body } = await client.post('/payments', { key: shop.key, body: sent });
  expect(body.error.message).toBe(`authentication_type must be one of ${values}.`);
  const query =
    'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { userErrors { code } } }';
  const input = { amount: 1, currency: 'USD', authenticationType: 'other' };
  const variable = await graphql.run(query, { input });
  expect(variable.errors[0]!.message).toContain(`Expected one of ${values}`);
  const literal = await graphql.run('{ payments(filter: { status: { eq: half_paid } }) { totalCount } }');
  expect(literal.errors[0]!.message).toContain('requires_payment_method, requires_confirmation');
  const many = await graphql.run('query ($f: EventFilter) { events(filter: $f) { totalCount } }', {
    f: { eventType: { eq: 'nothing' } },
  });
  expect(many.errors[0]!.message).toContain('payment_created, payment_succeeded');
});
