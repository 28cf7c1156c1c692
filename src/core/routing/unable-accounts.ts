import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { AccountChoice, Rule, RuleCondition, Share } from '../entities/values/typed-routing.ts';
import type { ConnectorRegistry } from '../foundation/ports/connector.ts';
import { type PartialRequest, partialReason } from './eligibility.ts';
import { orderAccounts } from './order-accounts.ts';
import type { RoutingAlgorithm } from './routing-algorithm.ts';
import { kindByPayoutType } from './routing-request.ts';

/** Maximum number of warnings per algorithm. */
const WARNINGS_MAX = 50;

/** An account that cannot process the requests that an algorithm sends to it. */
export interface UnableAccount {
  readonly account: ConnectorAccount;
  /** Index of the sending rule, from 0; null outside of rules. */
  readonly ruleIndex: number | null;
  readonly reason: string;
}

/** The only known fact is whether the request is a payment or a payout. */
const anything = (connectorType: PartialRequest['connectorType']): PartialRequest => ({
  connectorType,
  abilities: [connectorType === 'payout_processor' ? 'payout' : 'authorize'],
  recurring: false,
  keeps: false,
  least: null,
  most: null,
  ...{ currency: null, country: null, card_network: null, payment_method: null, payment_method_type: null },
  ...{ authentication_type: null, payout_type: null, issuer: null, payout: null, split: null },
  business: { business_country: null, business_label: null, business_sub_label: null },
});

/** The fact that a condition with one value states about a request. */
function known({ comparison, field }: RuleCondition, value: string | number): Partial<PartialRequest> {
  if (field === 'amount') {
    const amount = Number(value);
    switch (comparison) {
      case 'greater_than':
        return { least: amount + 1 };
      case 'greater_or_equal':
        return { least: amount };
      case 'less_than':
        return { most: amount - 1 };
      case 'less_or_equal':
        return { most: amount };
      case 'equal':
      case 'in':
        return { least: amount, most: amount };
      default:
        return {};
    }
  }
  if (comparison !== 'equal' && comparison !== 'in') return {};
  if (field !== 'payout_type') return { [field]: value };
  return { payment_method: kindByPayoutType[value as keyof typeof kindByPayoutType] };
}

/** The requests that a rule sends, one for each value of its lists. Facts outside of the rule are unknown. */
function requestsOf({ conditions }: Rule, base: PartialRequest): PartialRequest[] {
  const single = conditions.filter(({ values }) => values.length === 1);
  const common = Object.assign({}, base, ...single.map((one) => known(one, one.values[0]!)));
  const listed = conditions.filter(({ values }) => values.length > 1);
  if (listed.length === 0) return [common];
  return listed.flatMap((one) => one.values.map((value) => ({ ...common, ...known(one, value) })));
}

/**
 * The accounts of an algorithm that cannot process the requests it sends to them: a disabled account, or the target of a
 * rule for a currency or method that it does not accept. Each account of a rule has one reason, the first found.
 */
export function unableAccounts(
  algorithm: RoutingAlgorithm | null,
  accounts: readonly ConnectorAccount[],
  connectorType: PartialRequest['connectorType'],
  connectors: ConnectorRegistry,
): UnableAccount[] {
  if (!algorithm) return [];
  const base = anything(connectorType);
  const within = (
    choices: readonly AccountChoice[],
    ruleIndex: number | null,
    requests: PartialRequest[],
  ) => {
    // All shares are examined, regardless of the draw.
    const choice = { fallback: null, type: 'priority', accounts: choices } as const;
    const named = orderAccounts(choice, accounts, noFacts, () => 0);
    return named.flatMap((account): UnableAccount[] => {
      const connector = connectors.find(account.connector_name);
      const reason = requests
        .map((request) => partialReason(account, connector, request))
        .find((found) => found !== null);
      return reason ? [{ account, ruleIndex, reason }] : [];
    });
  };
  const sharesOf = (shares: readonly Share[]) => shares.map(({ account }) => account);
  const found = (): UnableAccount[] => {
    switch (algorithm.type) {
      case 'single':
        return within([algorithm.account], null, [base]);
      case 'priority':
        return within(algorithm.accounts, null, [base]);
      case 'volume_split':
        return within(sharesOf(algorithm.shares), null, [base]);
      case 'advanced':
        return [
          ...algorithm.rules.flatMap((rule, i) =>
            within([...rule.accounts, ...sharesOf(rule.shares)], i, requestsOf(rule, base)),
          ),
          ...within(algorithm.default, null, [base]),
        ];
    }
  };
  return found().slice(0, WARNINGS_MAX);
}

/** An order of accounts without rules reads no facts. */
const noFacts = {
  ...{ amount: 0, currency: '', country: null, card_network: null, payment_method: null },
  ...{ payment_method_type: null, authentication_type: null, payout_type: null },
};
