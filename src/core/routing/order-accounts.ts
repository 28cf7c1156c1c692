import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { AccountChoice, Rule, RuleCondition, Share } from '../entities/values/typed-routing.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type { ConnectorRegistry } from '../foundation/ports/connector.ts';
import { compileCondition } from '../rules/rule-conditions.ts';
import { type DebitNetworkFee, readDebitNetworkFees } from './debit-network-fees.ts';
import type { RoutedPayment } from './routed-columns.ts';
import type { RoutingAlgorithm } from './routing-algorithm.ts';
import type { RoutingFacts } from './routing-request.ts';

/** The fields that identify an account in an algorithm. */
export interface NamedAccount {
  readonly connector_name: string;
  readonly merchant_connector_id: string;
}

function isNamed(choice: AccountChoice, account: NamedAccount): boolean {
  const { connector, merchant_connector_id: id } = choice;
  return (
    (connector === null || connector === account.connector_name) &&
    (id === null || id === account.merchant_connector_id)
  );
}

/** The accounts that match the choices, in the choices' order, each once. */
function named<A extends NamedAccount>(choices: readonly AccountChoice[], accounts: readonly A[]): A[] {
  return [...new Set(choices.flatMap((choice) => accounts.filter((account) => isNamed(choice, account))))];
}

/**
 * Draws the first share with a probability proportional to its split; the rest follow, largest first, for
 * retries.
 */
function drawn(shares: readonly Share[], draw: () => number): Share[] {
  const bySplit = [...shares].sort((a, b) => b.split - a.split);
  const total = bySplit.reduce((sum, { split }) => sum + split, 0);
  let left = draw() * total;
  const first = bySplit.find(({ split }) => {
    left -= split;
    return left < 0;
  });
  return first ? [first, ...bySplit.filter((share) => share !== first)] : bySplit;
}

/** Draws among accounts. The split of an ineligible one is distributed over the others in proportion. */
function drawnAmong(
  shares: readonly Share[],
  accounts: readonly NamedAccount[],
  draw: () => number,
): AccountChoice[] {
  const eligible = shares.filter(({ account }) => named([account], accounts).length > 0);
  return drawn(eligible, draw).map(({ account }) => account);
}

function choicesOf(
  algorithm: RoutingAlgorithm,
  accounts: readonly NamedAccount[],
  facts: RoutingFacts,
  draw: () => number,
): readonly AccountChoice[] {
  switch (algorithm.type) {
    case 'single':
      return [algorithm.account];
    case 'priority':
      return algorithm.accounts;
    case 'volume_split':
      return drawnAmong(algorithm.shares, accounts, draw);
    case 'advanced': {
      const rule = rulingFor(algorithm, facts);
      if (!rule) return algorithm.default;
      return rule.shares.length > 0 ? drawnAmong(rule.shares, accounts, draw) : rule.accounts;
    }
  }
}

/**
 * The first rule of an `advanced` algorithm whose conditions all hold; undefined if there is none. Conditions are evaluated as
 * those of rulesets are.
 */
export function rulingFor(
  { rules }: Extract<RoutingAlgorithm, { type: 'advanced' }>,
  facts: RoutingFacts,
): Rule | undefined {
  const subject = { facts: { ...facts }, metadata: null, at: new Date(0) };
  return rules.find(({ conditions }) => conditionOf(conditions)(subject));
}

/** The conditions of a rule, compiled as one of a ruleset. */
const conditionOf = (conditions: readonly RuleCondition[]) =>
  compileCondition({
    all: conditions.map(({ comparison, field, values }) => ({ field, comparison, value: values })),
  });

/**
 * Puts accounts in the order of their attempts. Without an algorithm all accounts keep their order; with one, only the
 * selected accounts remain:
 *
 * - `single`: the account, or all accounts at the connector;
 * - `priority`: the accounts of the list, in its order;
 * - `volume_split`: one account drawn by its split, then the others, largest split first;
 * - `advanced`: the accounts of the first matching rule, else the default ones.
 *
 * Accounts selected only by connector keep their order.
 *
 * @param draw Returns a random number from 0 to below 1.
 */
export function orderAccounts<A extends NamedAccount>(
  algorithm: RoutingAlgorithm | null,
  accounts: readonly A[],
  facts: RoutingFacts,
  draw: () => number,
): A[] {
  return algorithm ? named(choicesOf(algorithm, accounts, facts, draw), accounts) : [...accounts];
}

/** The network for a debit card at an account, and its cost in minor units. */
export interface DebitRoute {
  readonly network: string;
  readonly cost: number;
}

/** The least-cost network of a payment at an account; null if debit routing does not apply there. */
export type DebitRouter = (account: ConnectorAccount) => DebitRoute | null;

/** The parts of a profile that concern debit routing. */
type Profile = Pick<BusinessProfile, 'is_debit_routing_enabled'>;

const BASIS_POINTS = 10_000;

const costOf = ({ fixed_amount, rate_basis_points }: DebitNetworkFee, amount: number): number =>
  fixed_amount + (amount * rate_basis_points) / BASIS_POINTS;

/**
 * Finds the least-cost network for a payment by a co-badged debit card, account by account. It compares the networks that
 * the card has, by its connector's table of BINs, and that the account has a fee for, including the card's own brand.
 * Null unless the profile enables it and the card may be a debit card.
 *
 * @param brand The card's brand, such as `Visa`.
 */
export function debitRouter(
  connectors: ConnectorRegistry,
  profile: Profile | null,
  payment: RoutedPayment,
  brand: string | null,
): DebitRouter | null {
  const card = payment.payment_method_data?.card;
  const bin = card?.card_extended_bin ?? card?.card_isin;
  const type = payment.payment_method_type;
  const mayBeDebit = !type || canonicalName(type) === 'debit';
  // A charge under a mandate stays on the mandate's network.
  if (!profile?.is_debit_routing_enabled || !bin || !mayBeDebit || payment.off_session) return null;
  return (account) => {
    const debit = connectors.find(account.connector_name)?.debitNetworksOf?.(bin) ?? [];
    if (debit.length === 0) return null;
    const names = new Map(
      [...debit, ...(brand ? [brand] : [])].map((network) => [canonicalName(network), network]),
    );
    const routes = readDebitNetworkFees(account.metadata).flatMap((fee): DebitRoute[] => {
      const network = names.get(canonicalName(fee.network));
      return network ? [{ network, cost: costOf(fee, payment.net_amount) }] : [];
    });
    return routes.sort((a, b) => a.cost - b.cost)[0] ?? null;
  };
}

/** Puts the accounts with a debit route first, by cost; the rest, and ties, keep their order. */
export function byDebitCost(
  accounts: readonly ConnectorAccount[],
  route: DebitRouter | null,
): readonly ConnectorAccount[] {
  if (!route) return accounts;
  const cost = new Map(
    accounts.map((account) => [account, route(account)?.cost ?? Number.POSITIVE_INFINITY]),
  );
  return accounts.toSorted((a, b) => Math.sign(cost.get(a)! - cost.get(b)!) || 0);
}
