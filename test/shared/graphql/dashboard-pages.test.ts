import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type VariableDefinitionNode,
} from 'graphql';
import { expect } from 'vitest';
import { type SeededMerchant, seedMerchant } from '../../kit/seed.ts';
import { appoint, type Browser, test as base, signIn } from '../people/people.ts';

const STATEMENTS_MAX = 8;
const MONTH_MS = 30 * 24 * 60 * 60_000;
const ROWS = 5;

const pages = path.resolve(import.meta.dirname, '../../../src/dashboard/pages');
const sources = (await readdir(pages, { recursive: true })).sort();

/** A page's query with its fragments, by name. */
interface PageQuery {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly variables: readonly VariableDefinitionNode[];
}

function queriesOf(file: string, document: DocumentNode): PageQuery[] {
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  return document.definitions
    .filter((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION)
    .filter(({ operation }) => operation === OperationTypeNode.QUERY)
    .map((query) => {
      const used = fragments.filter((fragment) => print(query).includes(`...${fragment.name.value}`));
      const text = print({ kind: Kind.DOCUMENT, definitions: [query, ...used] });
      return { file, name: query.name!.value, text, variables: query.variableDefinitions ?? [] };
    });
}

const files = sources.filter((file) => file.endsWith('.graphql'));
const queries = (
  await Promise.all(
    files.map(async (file) => queriesOf(file, parse(await readFile(path.join(pages, file), 'utf8')))),
  )
).flat();

/** A value for each required variable of a query. */
function variablesOf(
  { name: page, variables }: PageQuery,
  { merchantId }: SeededMerchant,
): Record<string, unknown> {
  const since = new Date(Date.now() - MONTH_MS).toISOString();
  const byType: Record<string, unknown> = {
    'AttemptFilter!': { createdAt: { gte: since } },
    'PaymentFilter!': { created: { gte: since } },
    'Boolean!': true,
    'ConnectorCallFilter!': { createdAt: { gte: since } },
    'DateTime!': since,
    'DateTimeFilter!': { gte: since },
    'StatsInterval!': 'DAY',
    'String!': 'Europe/Berlin',
    'ListEntryFilter!': { listId: { eq: 'list_0' } },
    'RuleDecision!': 'payment_routing',
    '[ID!]!': ['rul_0'],
  };
  const groupings: Record<string, readonly string[]> = {
    attemptsBy: ['CARD_NETWORK'],
    paymentsBy: ['CONNECTOR', 'FIRST_ATTEMPT_FAILED'],
    othersBy: ['CONNECTOR'],
  };
  const identifiers: Record<string, string> = {
    ...{ merchantId, paymentId: 'pay_0', refundId: 'ref_0', disputeId: 'dsp_0', payoutId: 'po_0' },
    ...{ customerId: 'cus_0', profileId: 'pro_0', deliveryId: 'whd_0', logId: 'rlog_0' },
    merchantConnectorId: 'mca_0',
    ...{ rulesetId: 'rul_0', replayId: 'rpy_0', listId: 'list_0' },
    ...{ entryId: 'bal_0', settlementId: 'stl_0' },
    importId: page.startsWith('Finance') ? 'fim_0' : 'lim_0',
  };
  const required = variables.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  return Object.fromEntries(
    required.map(({ type, variable: { name } }) => [
      name.value,
      (print(type) === 'ID!' ? identifiers[name.value] : byType[print(type)]) ?? groupings[name.value],
    ]),
  );
}

/** Some of everything shown on pages, with several parts of each kind on the first payment. */
async function furnish(shop: SeededMerchant): Promise<void> {
  for (let i = 0; i < ROWS; i += 1) {
    await shop.profile({ profile_id: `pro_${i}` });
    await shop.connector({ merchant_connector_id: `mca_${i}`, profile_id: `pro_${i}` });
    await shop.customer({ customer_id: `cus_${i}` });
    await shop.payment({ payment_id: `pay_${i}`, customer_id: 'cus_0', merchant_connector_id: `mca_${i}` });
    await shop.paymentMethod('cus_0', { payment_method_id: `pm_${i}` });
    await shop.mandate(`pay_${i}`, 'cus_0', `pm_${i}`, { mandate_id: `man_${i}` });
    await shop.attempt('pay_0', { attempt_id: `pay_0_${i}`, connector: 'sandbox', card_network: 'Visa' });
    await shop.capture('pay_0', 'pay_0_0', { capture_sequence: i + 1 });
    await shop.refund('pay_0', { refund_id: `ref_${i}` });
    await shop.dispute('pay_0', { dispute_id: `dsp_${i}`, dispute_status: 'dispute_opened' });
    await shop.payout({ payout_id: `po_${i}`, customer_id: 'cus_0' });
    await shop.payoutAttempt('po_0');
    await shop.event({ event_id: `evt_${i}`, payment_id: 'pay_0' });
    await shop.event({ event_id: `evt_po_${i}`, event_type: 'payout_success', payout_id: 'po_0' });
    await shop.webhookDelivery(`evt_${i}`, { delivery_id: `whd_${i}`, status: 'failed' });
    await shop.webhookDelivery(`evt_po_${i}`);
    await shop.auditEntry();
    await shop.loggedRequest({ log_id: `rlog_${i}` });
    await shop.notification();
    await shop.invitation();
    await shop.teamMember({ person_id: `per_${i}` });
    await shop.apiKey();
    await shop.ruleset({ ruleset_id: `rul_${i}`, version: i + 1 });
    await shop.ruleReplay('rul_0', { replay_id: `rpy_${i}` });
    await shop.valueList({ list_id: `list_${i}` });
    await shop.listEntry('list_0');
    await shop.balanceEntry({ entry_id: `bal_${i}` });
    await shop.settlement({ settlement_id: `stl_${i}` });
    await shop.settlementLine('stl_0');
    await shop.financeImport({ import_id: `fim_${i}` });
  }
}

const test = base
  .extend('furnished', { scope: 'file' }, async ({ service }) => {
    const shop = await seedMerchant(service);
    await furnish(shop);
    return shop;
  })
  .extend('owner', { scope: 'file' }, async ({ furnished, service }): Promise<Browser> => {
    const { email } = await appoint(service, furnished.merchantId, 'owner');
    return (await signIn(service, email)).browser;
  });

test('Every page has one document and sends it once', async () => {
  for (const file of files) {
    const words = path.basename(file, '.graphql').split('-');
    const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
    expect(queries.filter((query) => query.file === file).map((query) => query.name)).toContain(name);
  }
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    const components = sources.filter((file) => path.dirname(file) === folder && file.endsWith('.tsx'));
    const texts = await Promise.all(components.map((file) => readFile(path.join(pages, file), 'utf8')));
    const asked = texts.join('').match(/useQuery\(/g)?.length ?? 0;
    expect(asked, folder).toBeLessThanOrEqual(files.filter((file) => path.dirname(file) === folder).length);
  }
});

test.for(queries.map((query) => [query.name, query] as const))(
  `The page's document %s takes at most ${STATEMENTS_MAX} statements`,
  async ([, query], { furnished, owner, service }) => {
    // After the first request the process has cached the person.
    await owner.graphql('{ viewer { keyKind } }');
    const before = service.statements.length;
    const answer = await owner.graphql(query.text, {}, variablesOf(query, furnished));
    // On a slow machine the session is looked up again in between.
    const statements = service.statements.slice(before).filter((text) => !text.includes('find_session'));
    expect(answer.errors).toBeUndefined();
    for (const value of Object.values(answer.data)) expect(value).not.toBeNull();
    expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(STATEMENTS_MAX);
  },
);
