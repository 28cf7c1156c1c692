import { randomUUID } from 'node:crypto';
import { globalIdOf } from '../../kit/global-id.ts';
import type { Asked } from './asking.ts';
import {
  argumentsWith,
  mutationFields,
  ofAdministrators,
  type Position,
  positionsOf,
  queryFields,
  type RootField,
} from './graphql-fields.ts';
import { type Merchant, ownName } from './merchants.ts';
import { documentsOf, type FieldDocument } from './selections.ts';

/** A text that may identify an object, or a secret that opens one. */
const namesObject =
  /^(after|before|search|clientSecret|idempotencyKey|paymentToken|payoutToken|credsIdentifier)$/;

/** Whether another merchant's value makes sense there. */
export const takesIdentifier = ({ declaredAs, path, type }: Position): boolean =>
  type === 'ID' ||
  type === 'JSON' ||
  (type === 'String' && (namesObject.test(path.at(-1)!) || declaredAs.startsWith('StringFilter.')));

/** The subject of a position: `customerId` of `filter.customerId.eq`. */
export const subjectOf = ({ path }: Position): string =>
  path.findLast((name) => !/^(eq|in|gt|gte|lt|lte)$/.test(name))!;

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Valid values of formatted texts, by argument or member name. */
const samples: Readonly<Record<string, string>> = {
  email: 'guest@example.com',
  url: 'https://shop.example/webhooks',
  currency: 'USD',
  country: 'US',
  cardNumber: '4242424242424242',
  cardExpMonth: '12',
  cardExpYear: '2039',
  expiryMonth: '12',
  expiryYear: '2039',
  iban: 'DE89370400440532013000',
  routingNumber: '110000000',
  bankRoutingNumber: '110000000',
  accountNumber: '000123456',
  sortCode: '200000',
  bankSortCode: '200000',
  bankAccountNumber: '12345678',
  bsbNumber: '062000',
  bankBsbNumber: '062000',
  authenticationCryptogram: 'AJkBB4OBmVFmgYFYFIGZAAAAAAA=',
  dsTransId: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25',
  version: '2.2.0',
  eci: '05',
  timeZone: 'UTC',
  connectorName: 'sandbox',
};

/** Fills in arguments for a merchant: its own objects, and generally valid values. */
export async function valuesOf(merchant: Merchant, { field, operation }: RootField) {
  const takes = (name: string) =>
    operation === 'mutation' && positionsOf('', field).some(({ path }) => path.at(-1) === name);
  // One request's change must not block another.
  const fresh: Record<string, string> = {
    ...(takes('paymentId') ? { paymentId: await merchant.open('payment') } : {}),
    ...(takes('payoutId') ? { payoutId: await merchant.open('payout') } : {}),
  };
  if (field.name === 'createMerchantAccount') fresh.merchantId = `mer_${randomUUID()}`;
  // Nor may one request's deletion remove the next one's object.
  if (/^(delete|remove|revoke)/.test(field.name)) Object.assign(fresh, await merchant.disposable());
  return (name: string, type: string): unknown => {
    if (fresh[name] !== undefined) return fresh[name];
    const own = merchant.own(ownName(field.name, snake(name)));
    if (type === 'ID') return own ?? 'nothing';
    if (type === 'String') return (name === 'clientSecret' ? own : undefined) ?? samples[name] ?? 'something';
    // The shares of a split add up to 100.
    if (type === 'Int') return name === 'split' ? 100 : 1;
    if (type === 'Amount') return 100;
    if (type === 'DateTime') return '2099-01-01T00:00:00Z';
    return type === 'Boolean' ? false : {};
  };
}

const card = {
  cardNumber: samples.cardNumber,
  cardExpMonth: samples.cardExpMonth,
  cardExpYear: samples.cardExpYear,
};
const giftCard = { givex: { number: '6006490000000000', cvc: '737' } };
const routing = { type: 'single', data: { connector: 'sandbox' } };

/** A mutation's inputs beyond the required ones, so that only the foreign value can be wrong. */
const completions: Readonly<Record<string, Record<string, unknown>>> = {
  savePaymentMethod: { card },
  confirmPayment: { paymentMethodData: { card } },
  confirmPayout: {
    payoutType: 'card',
    payoutMethodData: { card: { cardNumber: samples.cardNumber, expiryMonth: '12', expiryYear: '2039' } },
  },
};
/** Members that exclude them. */
const excluding = /^(paymentMethodId|paymentToken|payoutMethodId|payoutToken|mandateId)$/;

function complete(
  args: Record<string, unknown>,
  { position, root }: GraphqlPosition,
  attacker: Merchant,
): void {
  const input = args.input as Record<string, unknown> | undefined;
  if (!input) return;
  const [, member] = position.path;
  const { field } = root;
  if (!excluding.test(member!) || field.name === 'savePaymentMethod')
    for (const [name, value] of Object.entries(completions[field.name] ?? {})) input[name] ??= value;
  if (field.name === 'confirmPayment' && member === 'mandateData') {
    Object.assign(input, { setupFutureUsage: 'off_session', customerId: attacker.own('customer_id') });
    Object.assign(input.mandateData as object, { customerAcceptance: { acceptanceType: 'offline' } });
  }
  if (field.name === 'checkGiftCardBalance' && member !== 'paymentMethodData')
    input.paymentMethodData = { giftCard };
  if (field.name === 'createRoutingConfiguration' && !input.routing) input.algorithm ??= routing;
  if (member === 'recurringDetails') {
    delete input.paymentMethodData;
    input.offSession = true;
  }
  if (field.name === 'savePaymentMethod') input.paymentMethod = 'card';
  if (field.name === 'evaluateRules' && member !== 'paymentId' && member !== 'payoutId')
    input.payment ??= { amount: 100, currency: 'EUR', payment_method: 'card' };
  if (field.name === 'createRuleset') {
    input.rules = [];
    input.default = { connectors: ['sandbox'] };
  }
  if (field.name === 'evaluateRouting') Object.assign(input.parameters as object, { paymentMethod: 'card' });
  // The other timestamps are in the far future.
  if (field.name === 'replayWebhooks') input.createdFrom = '2026-01-01T00:00:00Z';
  if (field.name === 'replayRuleset') input.createdGte = '2026-01-01T00:00:00Z';
  if (member === 'bankTransfer') {
    input.paymentMethod = 'bank_transfer';
    delete input.card;
  }
  if (field.name === 'redeliverWebhook' && member === 'endpointId') input.eventId = attacker.own('event_id');
  if (
    /^(create(ConnectorAccount|Payment|Payout|WebhookEndpoint|RoutingConfiguration|Ruleset)|(deactivate|evaluate)Routing|evaluateRules|replayWebhooks|sendTestWebhook)$/.test(
      field.name,
    )
  )
    input.profileId ??= attacker.own('profile_id');
  // JSON with the specification's names, which names an account.
  const route = input[member!] as { data?: unknown } | undefined;
  if (position.declaredAs === 'RoutingInput.data')
    input[member!] = { ...routing, data: { ...routing.data, merchant_connector_id: route?.data } };
}

/** Rows of a page. */
const PAGE = 4;

const documents = new Map<string, readonly FieldDocument[]>();

/** The documents of a root field, created once. */
export function allDocumentsOf(root: RootField): readonly FieldDocument[] {
  const known = documents.get(root.field.name) ?? documentsOf(root);
  documents.set(root.field.name, known);
  return known;
}

export function askedOf(
  { field, operation }: RootField,
  { text }: FieldDocument,
  variables: Record<string, unknown>,
  position: Position | null = null,
): Asked {
  return {
    operation: field.name,
    position: position && `${position.declaredAs} at ${position.path.join('.')}`,
    method: 'POST',
    path: '/graphql',
    body: JSON.stringify({ query: text, variables }),
    writes: operation === 'mutation',
  };
}

export interface GraphqlPosition {
  readonly root: RootField;
  readonly position: Position;
}

/** Every place in the schema for an identifier, for each root field. */
export const graphqlPositions: readonly GraphqlPosition[] = [...queryFields, ...mutationFields].flatMap(
  (root) => {
    const parent = root.operation === 'query' ? 'Query' : 'Mutation';
    return positionsOf(parent, root.field)
      .filter(takesIdentifier)
      .map((position) => ({ root, position }));
  },
);

/** One merchant's request with another's value at a position. */
export async function foreignRequest(
  { position, root }: GraphqlPosition,
  attacker: Merchant,
  value: unknown,
  withClientSecret: boolean,
): Promise<Asked> {
  const args = argumentsWith(root.field, await valuesOf(attacker, root), position, value);
  complete(args, { position, root }, attacker);
  // A page of the default size would exceed the cost limit of a document.
  if (root.field.args.some((argument) => argument.name === 'first')) args.first = PAGE;
  if (withClientSecret && position.path.at(-1) !== 'clientSecret') addClientSecret(root, args, attacker);
  return askedOf(root, allDocumentsOf(root)[0]!, args, position);
}

/** Adds the client secret if the field accepts one. */
function addClientSecret({ field }: RootField, args: Record<string, unknown>, attacker: Merchant): void {
  const place = positionsOf('', field).find(({ path }) => path.at(-1) === 'clientSecret');
  if (!place) return;
  const [first, second] = place.path;
  if (second === undefined) args[first!] = attacker.clientSecret;
  else (args[first!] as Record<string, unknown>)[second] = attacker.clientSecret;
}

/** Requests about a merchant's own objects that together select every field below the queries. */
export async function ownQueries(
  merchant: Merchant,
): Promise<{ root: RootField; document: FieldDocument; asked: Asked }[]> {
  const open = queryFields.filter(({ field }) => !ofAdministrators.has(field.name));
  const requests = open.map(async (root) => {
    const valueFor = await valuesOf(merchant, root);
    return allDocumentsOf(root).flatMap((document) =>
      ownArguments(root, document, merchant, valueFor).map((variables) => ({
        root,
        document,
        asked: askedOf(root, document, variables),
      })),
    );
  });
  return (await Promise.all(requests)).flat();
}

/** The name of each type's own identifier. */
const identifierOf: Readonly<Record<string, string>> = {
  WebhookDelivery: 'delivery_id',
  WebhookEndpoint: 'endpoint_id',
  RoutingConfiguration: 'routing_id',
  BalanceEntry: 'balance_entry_id',
  BlocklistEntry: 'fingerprint_id',
  Note: 'note_id',
  LoggedRequest: 'log_id',
  Notification: 'notification_id',
  ReportSchedule: 'schedule_id',
  ApiKey: 'key_id',
  BusinessProfile: 'profile_id',
  ConnectorAccount: 'merchant_connector_id',
  MerchantAccount: 'merchant_id',
  Attempt: 'attempt_id',
  Capture: 'capture_id',
  BankStatementLine: 'bank_line_id',
  FinanceImport: 'finance_import_id',
  FinanceImportRefusal: 'refusal_id',
  ListEntry: 'list_entry_id',
  Settlement: 'settlement_id',
  SettlementLine: 'line_id',
  ListImport: 'list_import_id',
  ListImportRefusal: 'list_refusal_id',
  RuleReplay: 'replay_id',
  RuleReplayPayment: 'replayed_id',
  ValueList: 'list_id',
  PayoutAttempt: 'payout_attempt_id',
};
const nodeTypes = [
  'Payment',
  'Refund',
  'Dispute',
  'Payout',
  'Customer',
  'PaymentMethod',
  'Mandate',
  'Event',
].concat(Object.keys(identifierOf));

function ownArguments(
  { field }: RootField,
  { selection }: FieldDocument,
  merchant: Merchant,
  valueFor: (name: string, type: string) => unknown,
): Record<string, unknown>[] {
  const idOf = (type: string) => {
    const name = identifierOf[type] ?? `${snake(type).slice(1)}_id`;
    return type === 'MerchantAccount'
      ? globalIdOf(type, merchant.merchantId)
      : globalIdOf(type, merchant.merchantId, merchant.own(name) ?? 'nothing');
  };
  const required = argumentsWith(field, valueFor);
  if (field.name === 'node') return [{ id: idOf(Object.keys(selection)[0]!.replace('... on ', '')) }];
  // All at once would exceed the cost limit of a document.
  if (field.name === 'nodes') {
    const half = Math.ceil(nodeTypes.length / 2);
    return [nodeTypes.slice(0, half), nodeTypes.slice(half)].map((types) => ({ ids: types.map(idOf) }));
  }
  if (field.name === 'payment') {
    return [required, { paymentId: merchant.paidPaymentId }, { paymentId: merchant.everyPaymentId }];
  }
  if (field.name === 'payout') return [required, { payoutId: merchant.everyPayoutId }];
  if (field.args.some(({ name }) => name === 'first')) return [{ ...required, first: PAGE }];
  if (field.args.some(({ name }) => name === 'groupBy')) return [{ ...required, groupBy: ['CONNECTOR'] }];
  return [required];
}
