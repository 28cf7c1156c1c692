import type { AccountChoice, RoutingAlgorithm, Share } from './routing-algorithm.ts';
import { holds, type RoutingFacts } from './routing-condition.ts';

/** What an account is named by. */
export interface NamedAccount {
  readonly connector_name: string;
  readonly merchant_connector_id: string;
}

function isNamed(choice: AccountChoice, account: NamedAccount): boolean {
  const { connector, merchantConnectorId } = choice;
  return (
    (connector === null || connector === account.connector_name) &&
    (merchantConnectorId === null || merchantConnectorId === account.merchant_connector_id)
  );
}

/** The accounts that choices name, in the choices' order; each account once. */
function named<A extends NamedAccount>(choices: readonly AccountChoice[], accounts: readonly A[]): A[] {
  return [...new Set(choices.flatMap((choice) => accounts.filter((account) => isNamed(choice, account))))];
}

/**
 * Shares with the one drawn in front, in proportion to their weights, and the rest heaviest first. The drawn
 * share is what splits the traffic; the others are for when its account fails.
 */
function drawn(shares: readonly Share[], draw: () => number): Share[] {
  const byWeight = [...shares].sort((a, b) => b.split - a.split);
  const total = byWeight.reduce((sum, { split }) => sum + split, 0);
  let left = draw() * total;
  const first = byWeight.find(({ split }) => {
    left -= split;
    return left < 0;
  });
  return first ? [first, ...byWeight.filter((share) => share !== first)] : byWeight;
}

function choicesOf(
  algorithm: RoutingAlgorithm,
  accounts: readonly NamedAccount[],
  facts: RoutingFacts,
  draw: () => number,
): readonly AccountChoice[] {
  switch (algorithm.type) {
    case 'single':
      return [algorithm.choice];
    case 'priority':
      return algorithm.choices;
    case 'volume_split': {
      // The share of an account that is out of the question goes to the others in their own proportion.
      const open = algorithm.shares.filter(({ choice }) => named([choice], accounts).length > 0);
      return drawn(open, draw).map(({ choice }) => choice);
    }
    case 'advanced': {
      const rule = algorithm.rules.find(({ conditions }) =>
        conditions.every((condition) => holds(condition, facts)),
      );
      return rule ? rule.choices : algorithm.otherwise;
    }
  }
}

/**
 * Puts accounts in the order in which they are to be tried. Without an algorithm all of them stay, in the order
 * given; with one, only those that it names for these facts:
 *
 * - `single`: the account named, or the accounts at the connector named;
 * - `priority`: those listed, in the list's order;
 * - `volume_split`: one drawn by weight, then the others of the split, heaviest first;
 * - `advanced`: those of the first rule that fits, or the default ones when none does.
 *
 * Accounts at a connector that is named without an account keep the order given.
 *
 * @param draw Answers a number from 0 to below 1.
 */
export function orderAccounts<A extends NamedAccount>(
  algorithm: RoutingAlgorithm | null,
  accounts: readonly A[],
  facts: RoutingFacts,
  draw: () => number,
): A[] {
  return algorithm ? named(choicesOf(algorithm, accounts, facts, draw), accounts) : [...accounts];
}
