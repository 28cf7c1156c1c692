import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { AMOUNT_MAX } from '../model/index.ts';
import { paymentSubject } from '../routing/decide-routing.ts';
import { activeRules, type CompiledRules, decideBy } from '../rules/compiled-rules.ts';
import {
  type DecidedOn,
  earlyDecisionNames,
  earlyDecisions,
  surchargeOfAction,
} from '../rules/decision-kinds.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import { lookUpValues } from '../rules/rule-lookups.ts';
import type { RuleSurcharge, SurchargeAction } from '../rules/surcharge-action.ts';
import type { SurchargeAmounts } from '../rules/surcharge-amounts.ts';
import type { SurchargeQuote } from './customer-payment-method.ts';

/** What a payment costs its customer with a payment method. */
export interface QuotedTotal {
  /** The surcharge that is part of the total; null without one. */
  readonly surcharge_details: SurchargeQuote | null;
  /** The total, in minor units. */
  readonly net_amount: number;
  /** Whether a rule compares facts of a card that has not been entered yet. It does not count. */
  readonly surcharge_depends_on_card: boolean;
}

/** The fields of a saved method that show its total. */
export const shownTotal = ({ net_amount, surcharge_details }: QuotedTotal) => ({
  surcharge_details,
  net_amount,
});

/** A payment with the total and surcharge of a quote, for amounts sent to connectors before a confirmation. */
export function surcharged(payment: Payment, { net_amount, surcharge_details: quote }: QuotedTotal): Payment {
  const details = quote && {
    surcharge_amount: quote.display_surcharge_amount ?? 0,
    tax_amount: quote.display_tax_on_surcharge_amount ?? 0,
  };
  return { ...payment, net_amount, surcharge_details: details };
}

/**
 * Says what a payment costs with a method.
 *
 * @param paid The payment with the method, as a confirmation would have it, and without the surcharge of a rule.
 * @param network The network of the card; null for another method.
 * @param isEntered Whether the card is known; else only its network is.
 * @returns Null if the total would exceed the largest amount, so that the payment would be refused.
 */
export type Quoter = (paid: Payment, network: string | null, isEntered: boolean) => QuotedTotal | null;

/** The facts that are known only of an entered or saved card. */
const cardFacts: readonly string[] = [
  'card_isin',
  'card_fingerprint',
  'card_type',
  'card_issuer',
  'card_issuing_country',
];

/**
 * Prepares quotes of a payment by the code that decides at its confirmation. No statement, or one if the rules look something
 * up.
 */
export async function surchargeQuoter(
  ctx: Pick<Context, 'ports' | 'rows'>,
  profile: Pick<BusinessProfile, 'active_rules' | 'merchant_id'> | null,
  payment: Payment,
): Promise<Quoter> {
  const rulesOf = (name: (typeof earlyDecisionNames)[number]) =>
    profile && activeRules(profile as BusinessProfile, name);
  const rules = rulesOf('surcharge');
  if (!rules || payment.surcharge_details) return (paid) => quoteOfOwn(paid);
  const at = ctx.ports.now();
  const decided = earlyDecisionNames.flatMap((name) => rulesOf(name) ?? []);
  const lookups = decided.flatMap((one) => one.lookups);
  const before = paymentSubject(payment, null, at, ctx.ports.countryOf);
  const lookedUp = await lookUpValues(ctx, payment.merchant_id, lookups, before);
  return (paid, network, isEntered) => {
    const subject = { ...paymentSubject(paid, network, at, ctx.ports.countryOf), lookedUp };
    const on = { payment: paid, profile: profile as BusinessProfile };
    return quoteByRules(decided, subject, on, isEntered);
  };
}

function quoteByRules(
  decided: readonly CompiledRules[],
  subject: Subject,
  on: Omit<DecidedOn, 'facts'> & { readonly payment: Payment },
  isEntered: boolean,
): QuotedTotal | null {
  const total = on.payment.net_amount;
  let { facts } = subject;
  let quote: QuotedTotal | null = quoted(null, total, false);
  for (const rules of decided) {
    const { isOpen, known } = isEntered ? { isOpen: false, known: rules } : decidable(rules);
    const { action } = decideBy(known, { ...subject, facts });
    if (rules.decision === 'surcharge') {
      const one = action as SurchargeAction | null;
      const amounts = surchargeOfAction(one, subject);
      quote = quoted(amounts && quoteOf(one!.surcharge!, amounts), total, isOpen);
    } else if (action) {
      const name = rules.decision as (typeof earlyDecisionNames)[number];
      facts = { ...facts, ...earlyDecisions[name].sets(action as never, { ...on, facts }) };
    }
  }
  return quote;
}

/** The rules that can be decided before the card is entered, and whether there are others. */
function decidable(rules: CompiledRules): { readonly known: CompiledRules; readonly isOpen: boolean } {
  const known = rules.rules.filter(({ fields }) => !fields.some((field) => cardFacts.includes(field)));
  return { known: { ...rules, rules: known }, isOpen: known.length < rules.rules.length };
}

function quoted(surcharge: SurchargeQuote | null, total: number, isOpen: boolean): QuotedTotal | null {
  const net_amount = total + (surcharge?.display_total_surcharge_amount ?? 0);
  if (net_amount > AMOUNT_MAX) return null;
  return { surcharge_details: surcharge, net_amount, surcharge_depends_on_card: isOpen };
}

/** Basis points in a percent. */
const PERCENT = 100;

function quoteOf({ tax_rate: tax, type, value }: RuleSurcharge, amounts: SurchargeAmounts): SurchargeQuote {
  const percentage = (tax ?? 0) / PERCENT;
  return {
    surcharge: { type, value },
    tax_on_surcharge: tax && Number.isInteger(percentage) ? { percentage } : null,
    ...displayed(amounts.surcharge_amount, amounts.tax_amount),
  };
}

const displayed = (amount: number, tax: number) => ({
  display_surcharge_amount: amount,
  display_tax_on_surcharge_amount: tax,
  display_total_surcharge_amount: amount + tax,
});

/** The quote of a payment to which rules add nothing: the merchant's surcharge is part of its total. */
function quoteOfOwn({ net_amount, surcharge_details: own }: Payment): QuotedTotal {
  const { surcharge_amount: amount, tax_amount: tax } = own ?? {};
  const surcharge_details = own && {
    surcharge: { type: 'fixed', value: amount ?? 0 },
    tax_on_surcharge: null,
    ...displayed(amount ?? 0, tax ?? 0),
  };
  return { surcharge_details: surcharge_details ?? null, net_amount, surcharge_depends_on_card: false };
}
