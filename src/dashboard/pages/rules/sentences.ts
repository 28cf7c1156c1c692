import { formatMoney } from '../../data/money.ts';
import type { RuleDecision } from '../../data/schema-types.ts';
import { asWords, counted } from '../../data/words.ts';
import {
  type Comparison,
  comparisonOf,
  currencyOf,
  currencyPlace,
  groupOf,
  isGroup,
  lengthOf,
  type Velocity,
  velocityOf,
} from './conditions.ts';
import { comparisonName, countName, factName, factOf, namesList } from './facts.ts';

/** The names of connector accounts and lists by identifier. */
export type RuleNames = ReadonlyMap<string, string>;

type Action = Readonly<Record<string, unknown>>;

/** The decisions, in the order in which they are made, as people read them. */
export const decisions: Readonly<
  Record<RuleDecision, { readonly name: string; readonly noun: string; readonly about: string }>
> = {
  risk: { name: 'Risk', noun: 'risk rules', about: 'Block, review, challenge or allow payments.' },
  three_ds: {
    name: '3-D Secure',
    noun: '3-D Secure rules',
    about: 'Challenge customers, or request an exemption.',
  },
  surcharge: { name: 'Surcharge', noun: 'surcharge rules', about: 'Add a surcharge to payments.' },
  payment_routing: {
    name: 'Payment routing',
    noun: 'routing rules of payments',
    about: 'Choose the connector accounts of payments.',
  },
  payout_routing: {
    name: 'Payout routing',
    noun: 'routing rules of payouts',
    about: 'Choose the connector accounts of payouts.',
  },
};

/** The effect if no rule of a decision holds and there is no default. */
export const withoutRules: Readonly<Record<RuleDecision, string>> = {
  risk: 'Allow the payment',
  three_ds: 'As the payment asks',
  surcharge: 'No surcharge',
  payment_routing: 'Oldest account first',
  payout_routing: 'Account default, else oldest first',
};

/** The value of a fact in words. */
function valueText(field: string, value: unknown, currency: string | null): string {
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, currency)).join(', ');
  const { kind } = factOf(field) ?? {};
  if (kind === 'flag') return value === true ? 'yes' : 'no';
  if (kind === 'amount' && typeof value === 'number') {
    return currency ? formatMoney(value, currency) : `${value} in minor units`;
  }
  if (kind === 'choice') return asWords(String(value));
  return value === '' || value === null || value === undefined ? '…' : String(value);
}

/** A name within a sentence: only names such as `BIN` keep their first letter. */
const within = (name: string) =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

function comparisonText(one: Comparison, currency: string | null, names: RuleNames): string {
  const zone = one.time_zone ? ` (${one.time_zone})` : '';
  const list = namesList(one.comparison) ? names.get(String(one.value)) : undefined;
  const value = list ? `“${list}”` : valueText(one.field, one.value, currency);
  return `${within(factName(one.field))} ${comparisonName(one.comparison)} ${value}${zone}`;
}

const unitNames: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

function velocityText({ by, comparison, count, value, within }: Velocity): string {
  const { number, unit } = lengthOf(within)!;
  const length = number === '' ? '…' : counted(Number(number), unitNames[unit]!);
  const subject = by === 'ip_address' ? 'IP address' : by;
  return `${countName(count).toLowerCase()} by ${subject} within ${length} ${comparisonName(comparison)} ${valueText('', value, null)}`;
}

const joints = { all: ' and ', any: ' or ', none: ' or ', not_all: ' and ' } as const;

function partText(condition: unknown, inherited: string | null, names: RuleNames): string {
  const one = comparisonOf(condition);
  if (one) return comparisonText(one, inherited, names);
  const velocity = velocityOf(condition);
  if (velocity) return velocityText(velocity);
  if (!isGroup(condition)) return JSON.stringify(condition);
  const group = groupOf(condition, '');
  const currency = currencyOf(condition) ?? inherited;
  // The amount has the currency.
  const place = group.parts.some((part) => comparisonOf(part)?.field === 'amount')
    ? currencyPlace(group)
    : -1;
  const parts = group.parts
    .filter((_, i) => i !== place)
    .map((part) => {
      const text = partText(part, currency, names);
      return isGroup(part) && group.parts.length > 1 ? `(${text})` : text;
    });
  const joined = parts.join(joints[group.combination]);
  return group.combination === 'none' || group.combination === 'not_all' ? `not (${joined})` : joined;
}

/** A condition in a sentence without an end: `Billing country is one of DE, FR and amount is more than €100.00`. */
export function conditionText(condition: unknown, names: RuleNames): string {
  if (condition === undefined || condition === null) return 'Always';
  const text = partText(condition, null, names);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Basis points as a percentage: `2.5%`. */
export const percentText = (points: unknown): string => `${Number(points) / 100}%`;

const accountText = (account: unknown, names: RuleNames): string => {
  if (typeof account === 'string') return `any account at ${account}`;
  const { connector, merchant_connector_id: id } = account as Record<string, string | null>;
  return id ? (names.get(id) ?? id) : `any account at ${connector}`;
};

function routingText(action: Action, names: RuleNames): string | null {
  const { connectors, fallback, volume_split: split } = action;
  const end = fallback === 'none' ? ', else refuse' : '';
  if (Array.isArray(connectors)) {
    return connectors.length === 0
      ? `No account${end}`
      : connectors.map((one) => accountText(one, names)).join(', then ') + end;
  }
  if (!Array.isArray(split)) return null;
  return split.map((share) => `${share.split}% ${accountText(share.connector, names)}`).join(', ') + end;
}

const riskTexts: Readonly<Record<string, string>> = {
  allow: 'Allow',
  review: 'Review',
  block: 'Block',
  challenge: 'Challenge by 3-D Secure',
};
const threeDsTexts: Readonly<Record<string, string>> = {
  challenge: 'Challenge',
  no_preference: '3-D Secure without a preference',
  no_challenge: '3-D Secure without a challenge',
};

/** The names of the effects of risk and 3-D Secure rules. */
export const effectName = (effect: string): string =>
  riskTexts[effect] ??
  threeDsTexts[effect] ??
  (effect === 'exempt' ? 'Request an exemption' : asWords(effect));

function surchargeText(surcharge: unknown, currency: string | null): string {
  if (surcharge === null) return 'No surcharge';
  const { max, tax_rate: tax, type, value } = surcharge as Record<string, unknown>;
  const money = (amount: unknown) =>
    currency ? formatMoney(Number(amount), currency) : `${amount} in minor units`;
  return [
    `Surcharge ${type === 'rate' ? percentText(value) : money(value)}`,
    ...(max === undefined || max === null ? [] : [`at most ${money(max)}`]),
    ...(tax ? [`plus ${percentText(tax)} tax`] : []),
  ].join(', ');
}

/** An action in a few words; its JSON if it is of a kind that is not known here. */
export function actionText(action: unknown, names: RuleNames, currency: string | null = null): string {
  if (typeof action !== 'object' || action === null) return '…';
  const { exemption, reason, risk, surcharge, three_ds: threeDs } = action as Action;
  if (typeof risk === 'string') return reason ? `${effectName(risk)}: ${reason}` : effectName(risk);
  if (threeDs === 'exempt') return `Request the exemption: ${asWords(String(exemption ?? '')).toLowerCase()}`;
  if (typeof threeDs === 'string') return effectName(threeDs);
  if (threeDs === null) return withoutRules.three_ds;
  if (surcharge !== undefined) return surchargeText(surcharge, currency);
  return routingText(action as Action, names) ?? JSON.stringify(action);
}
