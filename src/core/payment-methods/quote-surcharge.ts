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
import { lookUpEach } from '../rules/rule-lookups.ts';
import type { RuleSurcharge, SurchargeAction } from '../rules/surcharge-action.ts';
import type { SurchargeAmounts } from '../rules/surcharge-amounts.ts';
import type { SurchargeQuote } from './customer-payment-method.ts';

/** What a payment costs its customer with a payment method. */
export interface QuotedTotal {
  /** The surcharge that is part of the total; null without one. */
  readonly surcharge_details: SurchargeQuote | null;
  /** The total, in minor units. */
  readonly net_amount: number;
  /** Whether rules compare, count by or look up more of the card, which has not been entered yet, than its network. */
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

/** The fields of a payment that describe its method, without one. */
const noMethod = {
  payment_method_id: null,
  payment_method_data: null,
  payment_token: null,
  fingerprint: null,
  recurring_source: null,
};

/** A payment without the method of an earlier confirmation. */
export const withoutMethod = (payment: Payment): Payment => ({ ...payment, ...noMethod });

/** A payment with a method, as a confirmation would have it, and without the surcharge of a rule. */
export interface PaidWith {
  readonly paid: Payment;
  /** The network of the card; null for another method. */
  readonly network: string | null;
  /** The fingerprints of the card by every encryption key; by default that of `paid` only. */
  readonly fingerprints?: readonly string[];
}

/** Says what a payment costs with a method: null if its total would exceed the largest amount, and be refused. */
export interface Quoter {
  /** The total on an offer. Of a card only the network is known: rules about more of it do not count. No statement. */
  readonly offered: (method: PaidWith) => QuotedTotal | null;
  /** The totals with known methods, in order. No statement, or one for all if the rules look something up. */
  readonly known: (methods: readonly PaidWith[]) => Promise<readonly (QuotedTotal | null)[]>;
}

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
  if (!rulesOf('surcharge') || payment.surcharge_details) {
    return {
      offered: ({ paid }) => quoteOfOwn(paid),
      known: async (methods) => methods.map(({ paid }) => quoteOfOwn(paid)),
    };
  }
  const at = ctx.ports.now();
  const decided = earlyDecisionNames.flatMap((name) => rulesOf(name) ?? []);
  const subjectOf = ({ fingerprints, network, paid }: PaidWith): Subject => ({
    ...paymentSubject(paid, network, at, ctx.ports.countryOf),
    ...(fingerprints && { fingerprints }),
  });
  const quote = (rules: readonly DecidableRules[], subject: Subject, { paid }: PaidWith) =>
    quoteByRules(rules, subject, { payment: paid, profile: profile as BusinessProfile });
  const lookups = decided.flatMap((one) => one.lookups);
  const lookUp = (subjects: readonly Subject[]) => lookUpEach(ctx, payment.merchant_id, lookups, subjects);
  const all = decided.map((rules) => ({ rules, isOpen: false }));
  const beforeCard = decidableOf(decided);
  const [ofPayment] = await lookUp([subjectOf({ paid: withoutMethod(payment), network: null })]);
  return {
    offered: (method) => {
      const rules = hasCardNumber(method.paid) ? beforeCard : all;
      return quote(rules, { ...subjectOf(method), lookedUp: ofPayment! }, method);
    },
    known: async (methods) => {
      const subjects = methods.map(subjectOf);
      const found = await lookUp(subjects);
      return methods.map((method, i) => quote(all, { ...subjects[i]!, lookedUp: found[i]! }, method));
    },
  };
}

/** Whether a method has a number that identifies it, and that rules may count by or look up. */
const hasCardNumber = ({ payment_method: kind }: Payment): boolean => kind === 'card' || kind === 'gift_card';

/** Rules of a decision that can be decided. */
interface DecidableRules {
  readonly rules: CompiledRules;
  /** Whether the card decides others, which are left out, or the facts that they compare. */
  readonly isOpen: boolean;
}

/**
 * The rules that can be decided before the card is entered. What an earlier decision sets depends on the card with the
 * rules of that decision.
 */
function decidableOf(decided: readonly CompiledRules[]): DecidableRules[] {
  const open = new Set(cardFacts);
  return decided.map((rules) => {
    const known = rules.rules.filter(
      ({ counts, fields }) => !counts.includes('card') && !fields.some((field) => open.has(field)),
    );
    const isOpen = known.length < rules.rules.length;
    if (isOpen) open.add('authentication_type');
    return { isOpen, rules: { ...rules, rules: known } };
  });
}

function quoteByRules(
  decided: readonly DecidableRules[],
  subject: Subject,
  on: Omit<DecidedOn, 'facts'> & { readonly payment: Payment },
): QuotedTotal | null {
  const total = on.payment.net_amount;
  let { facts } = subject;
  let quote: QuotedTotal | null = quoted(null, total, false);
  for (const { isOpen, rules } of decided) {
    const { action } = decideBy(rules, { ...subject, facts });
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
