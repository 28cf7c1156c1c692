import { chooseProfile, profileOf } from '../../access/choose-profile.ts';
import { decisionByTransaction } from '../../business-profiles/routing-configurations.ts';
import { rulesOf } from '../../business-profiles/rulesets.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import { AuthenticationType, CaptureMethod } from '../../entities/payment-enumerations.ts';
import { RoutedTransaction, RoutingConfiguration } from '../../entities/routing-configuration.ts';
import { Ruleset } from '../../entities/ruleset.ts';
import { PaymentMethodKind } from '../../entities/values/payment-method-data.ts';
import { PayoutType } from '../../entities/values/payout-destinations.ts';
import { Routing } from '../../entities/values/profile-settings.ts';
import { RoutingType } from '../../entities/values/typed-routing.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../../foundation/errors.ts';
import { requireProfile } from '../../foundation/permissions.ts';
import * as f from '../../model/fields.ts';
import { Input, ValueObject, type ValueOf } from '../../model/index.ts';
import { accountsOf, selectAccounts } from '../../routing/choose-accounts.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  rulesOfProfile,
  settingByDecision,
} from '../../routing/decide-routing.ts';
import { requireRoutable } from '../../routing/require-accounts.ts';
import { type RoutingAlgorithm, readRoutingAlgorithm, readStored } from '../../routing/routing-algorithm.ts';
import { abilitiesByCapture, kindByPayoutType, type RoutingRequest } from '../../routing/routing-request.ts';
import type { RoutingRules } from '../../routing/routing-rules.ts';
import { compileRules } from '../../rules/compiled-rules.ts';
import { inTransaction, requireMerchant } from '../../writes/transactions.ts';
import { decisionOf } from './try-routing.ts';

@ValueObject({
  about: 'A payment or payout for evaluating routing: the values that rules and accounts depend on.',
})
export class RoutingParameters {
  @f.Amount('The total, in minor units.', { required: true, example: 5000 }) amount!: number;
  @f.Currency('ISO 4217 code of the currency.', { required: true }) currency!: string;
  @f.Enumeration(() => PaymentMethodKind, 'Kind of payment method; required for a payment.', {
    example: 'card',
  })
  payment_method?: ValueOf<typeof PaymentMethodKind> | null;
  @f.Text('Type of payment method, such as `credit` or `ideal`, or of a payout, such as `sepa`.', {
    holds: 'code',
  })
  payment_method_type?: string | null;
  @f.Text('Network of the card, such as `Visa`.', { example: 'Visa', holds: 'code' }) card_network?:
    | string
    | null;
  @f.Country('Billing country.', { example: 'DE' }) country?: string | null;
  @f.Enumeration(() => CaptureMethod, 'Capture method of a payment; `automatic` by default.')
  capture_method?: ValueOf<typeof CaptureMethod> | null;
  @f.Enumeration(() => AuthenticationType, 'Whether a payment requests 3-D Secure.')
  authentication_type?: ValueOf<typeof AuthenticationType> | null;
  @f.Bool('Whether the method is charged off session, now or later; false by default.')
  recurring?: boolean | null;
  @f.Enumeration(() => PayoutType, 'Type of destination; required for a payout.', { example: 'card' })
  payout_type?: ValueOf<typeof PayoutType> | null;
}

@Input({
  about:
    "Parameters for evaluating routing. Without `algorithm` and `routing_id` the profile's setting is evaluated.",
})
export class RoutingEvaluationRequest {
  @f.Id("Business profile of the accounts; the merchant's default or only profile if omitted.")
  profile_id?: string | null;
  @f.Enumeration(() => RoutedTransaction, 'Type of transaction; `payment` by default.')
  transaction_type?: ValueOf<typeof RoutedTransaction> | null;
  @f.NestedObject(() => Routing, 'The algorithm to evaluate.') algorithm?: Routing | null;
  @f.Id('The routing configuration to evaluate, instead of `algorithm`.') routing_id?: string | null;
  @f.NestedObject(() => RoutingParameters, 'The payment or payout.', { required: true })
  parameters!: RoutingParameters;
}

@ValueObject({ about: 'A connector account that routing considers.' })
export class EvaluatedAccount {
  @f.Text('Name of the connector.', { required: true, example: 'sandbox', holds: 'code' }) connector!: string;
  @f.Id('Connector account (`mca_…`).', { required: true }) merchant_connector_id!: string;
  @f.Text("Merchant's label for the account.") connector_label?: string | null;
  @f.Text('Reason against using the account; null for a usable account.') reason?: string | null;
}

/** The accounts that an algorithm selects, and its deciding part. */
@ValueObject({ about: 'The result of evaluating a routing algorithm.' })
export class RoutingEvaluation {
  @f.ObjectList(
    () => EvaluatedAccount,
    'The accounts in the order of use; for a volume split, the largest eligible share first. If empty, the payment or payout would be refused.',
    { required: true },
  )
  evaluated_output!: EvaluatedAccount[];
  @f.ObjectList(() => EvaluatedAccount, 'The other accounts of the profile, each with its reason.', {
    required: true,
  })
  left_out!: EvaluatedAccount[];
  @f.Enumeration(
    () => RoutingType,
    'Type of the algorithm; null without an algorithm, when the oldest account is tried first.',
  )
  decided_by?: ValueOf<typeof RoutingType> | null;
  @f.Bool(
    "Whether the accounts are the profile's other accounts, oldest first, because none of the algorithm's accounts can accept the payment.",
    { required: true },
  )
  is_fallback!: boolean;
  @f.Integer('Index of the applied rule, from 0; null without a matching rule.')
  rule_index?: number | null;
  @f.Text('Name of the applied rule, if any.') rule_name?: string | null;
}

/**
 * Decides which accounts a payment or payout would be sent to, by the code that routes.
 *
 * @throws {Problem} `parameters_exclusive` for an algorithm in two ways; `missing_parameter` without the kind of payment
 * method; `resource_not_found` for an unknown profile, configuration or account; `invalid_parameter` for an invalid
 * algorithm, or a configuration for the other kind of transaction or of another profile.
 */
export function evaluateRouting(ctx: Context, asked: RoutingEvaluationRequest): Promise<RoutingEvaluation> {
  return inTransaction(ctx, async (tx) => {
    const { profileId } = await chooseProfile(tx, asked.profile_id);
    requireProfile(tx, profileId);
    const profile = await profileOf(tx, { merchant_id: requireMerchant(tx), profile_id: profileId });
    const transaction = asked.transaction_type ?? 'payment';
    const request = requestOf(transaction, asked.parameters);
    const { algorithm, rules } = await askedRouting(tx, asked, transaction, profile);
    const made =
      rules && decideRouting(rules, { facts: factsOf(request), metadata: null, at: tx.ports.now() });
    const accounts = await accountsOf(tx, profile.merchant_id, profile);
    const order = made ? decidedOrder(made) : algorithm;
    const { chosen, isFallback, reasons } = selectAccounts(tx, accounts, order, request, () => 0);
    const others = [...reasons].filter(([account]) => !chosen.includes(account));
    // Rules that no algorithm expresses are shown as the most similar type.
    const { ruleIndex, ruleName, type } =
      made && !algorithm
        ? {
            type: 'advanced' as const,
            ruleIndex: made.rule && made.rules.rules.indexOf(made.rule),
            ruleName: made.rule?.name ?? null,
          }
        : decisionOf(algorithm, request);
    return {
      evaluated_output: chosen.map((account) => evaluatedAccount(account)),
      left_out: others.map(([account, reason]) => evaluatedAccount(account, reason)),
      decided_by: type,
      is_fallback: isFallback,
      rule_index: ruleIndex,
      rule_name: ruleName,
    };
  });
}

/** An account as an evaluation shows it, with the reason against it, if any. */
export const evaluatedAccount = (
  account: ConnectorAccount,
  reason: string | null = null,
): EvaluatedAccount => ({
  connector: account.connector_name,
  merchant_connector_id: account.merchant_connector_id,
  connector_label: account.connector_label ?? null,
  reason,
});

const factsOf = (request: RoutingRequest) => {
  const { amount, authentication_type, card_network, country, currency } = request;
  const { payment_method, payment_method_type, payout_type } = request;
  return {
    ...{ amount, authentication_type, card_network, country, currency },
    ...{ payment_method, payment_method_type, payout_type },
  };
};

/** The routing that a request asks about: the algorithm given, or the rules of a configuration or of the profile. */
interface AskedRouting {
  /** The rules as an algorithm; null without any, and if no algorithm expresses them. */
  readonly algorithm: RoutingAlgorithm | null;
  readonly rules: CompiledRouting | null;
}

async function askedRouting(
  tx: WritingContext,
  { algorithm, routing_id: id }: RoutingEvaluationRequest,
  transaction: ValueOf<typeof RoutedTransaction>,
  profile: BusinessProfile,
): Promise<AskedRouting> {
  if (!id) {
    if (algorithm)
      return { algorithm: await requireRoutable(tx, profile, algorithm, 'algorithm'), rules: null };
    const decision = decisionByTransaction[transaction];
    const setting = settingByDecision[decision];
    const rules = rulesOfProfile(profile, decision);
    return { rules, algorithm: readStored(profile[setting], setting) };
  }
  if (algorithm) {
    const message = 'Give either algorithm or routing_id, not both.';
    throw new Problem('parameters_exclusive', message, { param: 'routing_id' });
  }
  const { em } = tx.transaction;
  const { merchant_id, profile_id } = profile;
  const found = await em.findOne(RoutingConfiguration, { merchant_id, id, profile_id });
  if (!found) throw notFound('routing configuration', 'routing_id');
  if (found.transaction_type !== transaction) {
    throw invalidParameter(
      'transaction_type',
      `transaction_type must be ${found.transaction_type}, the type of routing_id.`,
    );
  }
  if (found.algorithm) return { algorithm: readRoutingAlgorithm(found.algorithm, 'algorithm'), rules: null };
  const ruleset = await em.findOneOrFail(Ruleset, { merchant_id, ruleset_id: found.ruleset_id! });
  return {
    algorithm: null,
    rules: compileRules(ruleset.decision, ruleset, rulesOf(ruleset) as RoutingRules),
  };
}

/** The request to evaluate, in the form that {@link RoutingRequest} has for a real payment or payout. */
export function requestOf(
  transaction: ValueOf<typeof RoutedTransaction>,
  { payment_method: kind, payout_type: destination, ...given }: RoutingParameters,
  path = 'parameters',
): RoutingRequest {
  const isPayout = transaction === 'payout';
  const required = isPayout ? destination : kind;
  if (!required) {
    const param = `${path}.${isPayout ? 'payout_type' : 'payment_method'}`;
    throw new Problem('missing_parameter', `${param} is required for a ${transaction}.`, { param });
  }
  return {
    connectorType: isPayout ? 'payout_processor' : 'payment_processor',
    abilities: isPayout ? ['payout'] : abilitiesByCapture[given.capture_method ?? 'automatic'],
    recurring: !isPayout && given.recurring === true,
    keeps: false,
    amount: given.amount,
    currency: given.currency,
    country: given.country ?? null,
    card_network: given.card_network ?? null,
    authentication_type: given.authentication_type ?? null,
    payout_type: destination ?? null,
    payment_method: isPayout ? kindByPayoutType[destination!] : kind!,
    payment_method_type: given.payment_method_type ?? null,
    issuer: null,
    business: { business_country: null, business_label: null, business_sub_label: null },
    payout: isPayout ? { payout_type: destination!, priority: null, entity_type: null } : null,
    split: null,
  };
}
