import { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type {
  FraudAction,
  FraudFlow,
  FrmConfig,
  FrmPaymentMethodType,
} from '../entities/values/connector-parts.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type { WritingContext } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { ValueOf } from '../model/index.ts';
import { findOneSettings } from '../reads/index.ts';
import { accountsOf, drawFrom } from './choose-accounts.ts';
import { orderAccounts } from './order-accounts.ts';
import { requireConnector } from './require-accounts.ts';
import type { RoutingAlgorithm } from './routing-algorithm.ts';
import { paymentRoutingRequest } from './routing-request.ts';

/** The fraud check of payments through an account. */
export interface FraudPolicy {
  /** The account at the fraud connector. */
  readonly account: Pick<ConnectorAccount, 'merchant_connector_id' | 'connector_name'>;
  readonly flow: ValueOf<typeof FraudFlow>;
  /** The action for a payment found fraudulent. */
  readonly action: ValueOf<typeof FraudAction>;
}

/**
 * Chooses the fraud check of a payment that is routed to an account; null without one. The algorithm orders the accounts at
 * fraud connectors; the first account whose `frm_configs` covers the payment checks it.
 *
 * @param algorithm As {@link fraudAlgorithmOf} reads it.
 */
export async function fraudPolicyOf(
  tx: WritingContext,
  payment: Payment,
  routedTo: Pick<ConnectorAccount, 'connector_name'>,
  algorithm: RoutingAlgorithm,
  cardNetwork: string | null,
): Promise<FraudPolicy | null> {
  const { merchant_id, profile_id } = payment;
  const profile = await findOneSettings(tx, BusinessProfile, { merchant_id, profile_id: profile_id! });
  const checkers = (await accountsOf(tx, merchant_id, profile)).filter(
    ({ connector_name, connector_type, disabled, status }) =>
      connector_type === 'payment_vas' &&
      status === 'active' &&
      !disabled &&
      tx.ports.connectors.find(connector_name)?.abilities.has('screen'),
  );
  const facts = paymentRoutingRequest(payment, cardNetwork);
  for (const account of orderAccounts(algorithm, checkers, facts, drawFrom(tx))) {
    const rule = ruleFor(account.frm_configs ?? [], payment, routedTo.connector_name, cardNetwork);
    if (rule) return { account, flow: rule.flow ?? 'pre', action: rule.action ?? 'cancel_txn' };
  }
  return null;
}

/** A configuration's rule for a payment; null if none covers it. An absent criterion covers everything. */
function ruleFor(
  configs: readonly FrmConfig[],
  payment: Payment,
  connector: string,
  cardNetwork: string | null,
): Partial<FrmPaymentMethodType> | null {
  const is = (covered: string | null | undefined, value: string | null | undefined) =>
    !covered || !value || canonicalName(covered) === canonicalName(value);
  for (const { gateway, payment_methods: methods } of configs) {
    if (!is(gateway, connector)) continue;
    if (!methods?.length) return {};
    for (const { payment_method, payment_method_types: types } of methods) {
      if (!is(payment_method, payment.payment_method)) continue;
      if (!types?.length) return {};
      const rule = types.find(({ card_networks: networks, payment_method_type: type }) => {
        const isListed = !networks?.length || networks.some((network) => is(network, cardNetwork));
        return isListed && is(type, payment.payment_method_type);
      });
      if (rule) return rule;
    }
  }
  return null;
}

/**
 * Checks a fraud configuration before it is stored.
 *
 * @throws {Problem} `invalid_parameter`, naming the path, for a connector that this service does not have, or an action
 * that its flow does not support.
 */
export function requireFraudConfigs(
  tx: WritingContext,
  configs: readonly FrmConfig[] | null | undefined,
): void {
  configs?.forEach(({ gateway, payment_methods: methods }, i) => {
    if (gateway) requireConnector(tx, gateway, `frm_configs[${i}].gateway`);
    methods?.forEach(({ payment_method_types: types }, j) => {
      types?.forEach(({ action, flow }, k) => {
        if (action !== 'auto_refund' || flow === 'post') return;
        const path = `frm_configs[${i}].payment_methods[${j}].payment_method_types[${k}].action`;
        throw invalidParameter(
          path,
          `${path} must be cancel_txn or manual_review with flow pre: no money is captured yet that could be refunded.`,
        );
      });
    });
  });
}
