import { formats } from '../../model/formats.ts';
import { AMOUNT_MAX, enumeration, type ValueOf } from '../../model/index.ts';
import { AuthenticationType, CaptureMethod, FutureUsage, PaymentChannel } from '../payment-enumerations.ts';
import type { ListKind } from '../value-list.ts';
import {
  binFact,
  COUNT_MAX,
  choiceFact,
  type FactType,
  flagFact,
  formattedFact,
  nameFact,
  sameCase,
  textFact,
  wholeFact,
} from './fact-types.ts';
import { PaymentMethodKind } from './payment-method-data.ts';
import { PayoutType } from './payout-destinations.ts';

/** Decisions that a ruleset makes. A new member must act: a ruleset without effect would mislead. */
export const RuleDecision = enumeration('RuleDecision', 'Decision that a ruleset makes.', {
  risk: 'Whether a payment is allowed, reviewed, challenged or blocked.',
  three_ds: 'Whether 3-D Secure challenges the customer, and the exemption to request.',
  surcharge: 'The surcharge of a payment.',
  payment_routing: 'The connector accounts that a payment is sent to.',
  payout_routing: 'The connector accounts that a payout is sent to.',
});

/** A fact that conditions compare, described once: validation, documentation and evaluation follow from it. */
export interface Fact {
  /** Its meaning, with its unit. */
  readonly about: string;
  /** Its origin. */
  readonly source: string;
  readonly type: FactType;
  /** The subject that it is known of; both by default. */
  readonly only?: 'payment' | 'payout';
  /** Personal data, which the explanation of a decision does not repeat. */
  readonly personal?: true;
  /** The kind of list that may have its values. */
  readonly list?: ValueOf<typeof ListKind>;
  /** Whether a condition may have a `time_zone`. */
  readonly zoned?: true;
  /** Whether it is looked up or computed from other facts. */
  readonly derived?: true;
  /** Whether it describes the first account of a routing rule's action: other rules do not know it. */
  readonly ofAccount?: true;
}

/** The days of the week, in the order of `Date.getUTCDay`. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** Most that `seconds_since_last_success` says. */
export const DAY_S = 86_400;

/** The facts by the name that a condition's `field` has. `metadata.<key>` is one more: see {@link factOf}. */
export const facts = {
  amount: {
    about: 'The total in minor units, without a surcharge.',
    source: 'the payment or payout',
    type: wholeFact(AMOUNT_MAX, ' of minor units'),
  },
  currency: {
    about: 'ISO 4217 code of the currency.',
    source: 'the payment or payout',
    type: formattedFact(formats.currency),
  },
  country: {
    about: 'ISO 3166 code of the billing country.',
    source: "the method's billing address, else `billing`",
    type: formattedFact(formats.country),
    list: 'country',
  },
  shipping_country: {
    about: 'ISO 3166 code of the shipping country.',
    source: '`shipping`',
    type: formattedFact(formats.country),
    list: 'country',
    only: 'payment',
  },
  card_issuing_country: {
    about: "ISO 3166 code of the country of the card's issuer.",
    source: 'the request, a saved method',
    type: formattedFact(formats.country),
    list: 'country',
  },
  card_network: { about: 'Network of the card, such as `Visa`.', source: 'the card number', type: nameFact },
  card_type: {
    about: 'Funding of the card, such as `credit`, `debit` or `prepaid`.',
    source: 'the request, a saved method',
    type: nameFact,
  },
  card_isin: {
    about:
      'BIN of the card: its first eight digits, or six for short numbers. A value of fewer digits equals every BIN that begins with it.',
    source: 'the card number',
    type: binFact,
    list: 'bin',
  },
  card_fingerprint: {
    about: 'Fingerprint of the card, as `fingerprint` of payments shows it.',
    source: 'the card number',
    type: textFact(),
    only: 'payment',
    personal: true,
    list: 'card_fingerprint',
  },
  card_issuer: { about: 'Bank that issued the card.', source: 'the request, a saved method', type: nameFact },
  payment_method: {
    about: 'Kind of payment method.',
    source: '`payment_method`; of a payout, its `payout_type`',
    type: choiceFact(PaymentMethodKind.values),
  },
  payment_method_type: {
    about: 'Type of payment method, such as `credit` or `ideal`.',
    source: '`payment_method_type`; of a payout, its scheme or wallet',
    type: nameFact,
  },
  payout_type: {
    about: 'Type of destination of a payout.',
    source: '`payout_type`',
    type: choiceFact(PayoutType.values),
    only: 'payout',
  },
  saved_method: {
    about: 'Whether a saved payment method is charged.',
    source: '`payment_method_id` or `payment_token`',
    type: flagFact,
    only: 'payment',
  },
  customer_known: {
    about: 'Whether it has a customer; false for a guest.',
    source: '`customer_id`',
    type: flagFact,
  },
  customer_id: {
    about: 'Identifier of the customer.',
    source: '`customer_id`',
    type: textFact(),
    personal: true,
    list: 'customer',
  },
  ip_address: {
    about: "The customer's IP address.",
    source: '`browser_info.ip_address`',
    type: textFact(sameCase),
    only: 'payment',
    personal: true,
    list: 'ip_address',
  },
  customer_age_days: {
    about: 'Whole days since the customer was created.',
    source: 'the customer',
    type: wholeFact(36_500, ' of days'),
    only: 'payment',
    derived: true,
  },
  customer_payments: {
    about: `Payments of the customer that succeeded before, up to ${COUNT_MAX}; 0 for a new customer and for a guest.`,
    source: "the customer's payments",
    type: wholeFact(COUNT_MAX),
    only: 'payment',
    derived: true,
  },
  email: {
    about: "The customer's e-mail address; case does not matter.",
    source: '`email`, or the customer',
    type: formattedFact(formats.email, sameCase),
    personal: true,
    list: 'email',
  },
  email_domain: {
    about: 'Domain of the e-mail address, such as `example.com`.',
    source: '`email`, or the customer',
    type: textFact(sameCase),
    personal: true,
    list: 'email_domain',
  },
  disposable_domain: {
    about: 'Whether the domain of the e-mail address, or one above it, offers disposable addresses.',
    source: 'the list of `disposable-email-domains`, and `email`',
    type: flagFact,
    derived: true,
  },
  ip_country: {
    about:
      "ISO 3166 code of the country of the customer's IP address. Known only with the setting `GEOIP_DATABASE`.",
    source: "the operator's MaxMind database, and `browser_info.ip_address`",
    type: formattedFact(formats.country),
    only: 'payment',
    derived: true,
    list: 'country',
  },
  phone: {
    about: "Digits of the customer's phone number, without the calling code.",
    source: '`phone`, or the customer',
    type: textFact((value) => value.replace(/\D/g, '')),
    personal: true,
    list: 'phone',
  },
  capture_method: {
    about: 'Capture method; `automatic` by default.',
    source: '`capture_method`',
    type: choiceFact(CaptureMethod.values),
    only: 'payment',
  },
  setup_future_usage: {
    about: 'Intended future use of the method.',
    source: '`setup_future_usage`',
    type: choiceFact(FutureUsage.values),
    only: 'payment',
  },
  off_session: {
    about: 'Whether the customer is absent.',
    source: '`off_session`',
    type: flagFact,
    only: 'payment',
  },
  authentication_type: {
    about: 'Whether 3-D Secure is requested.',
    source: '`authentication_type`',
    type: choiceFact(AuthenticationType.values),
    only: 'payment',
  },
  payment_channel: {
    about: 'Channel of the order; `ecommerce` by default.',
    source: '`payment_channel`',
    type: choiceFact(PaymentChannel.values),
    only: 'payment',
  },
  seconds_since_last_success: {
    about:
      "Whole seconds since a connector last approved a payment at the first account of the rule's `then`, at most 86,400, also without any among its latest 1,000 payments. Known only in `payment_routing`.",
    source: 'the payments of the account',
    type: wholeFact(DAY_S, ' of seconds'),
    only: 'payment',
    ofAccount: true,
    derived: true,
  },
  hour: {
    about: 'Hour of the day in the `time_zone` of the condition, UTC by default.',
    source: 'the time of the decision',
    type: wholeFact(23),
    zoned: true,
  },
  weekday: {
    about: 'Day of the week in the `time_zone` of the condition, UTC by default: `monday` to `sunday`.',
    source: 'the time of the decision',
    type: choiceFact([...weekdays.slice(1), weekdays[0]]),
    zoned: true,
  },
} as const satisfies Readonly<Record<string, Fact>>;

const listed = Object.entries(facts).flatMap(([name, fact]) =>
  'list' in fact ? [[name, fact.about] as const] : [],
);

/** The facts whose values lists may have. */
export const ListedFact = enumeration(
  'ListedFact',
  'Fact of a payment whose value a list may have.',
  Object.fromEntries(listed) as { readonly [Name in ListedName]: string },
);

type ListedName = {
  [Name in FactName]: (typeof facts)[Name] extends { readonly list: string } ? Name : never;
}[FactName];

/** How the counts of velocity conditions are compared. */
export const velocityCount: Fact = {
  about: 'How often a card, e-mail address, IP address or customer was used recently.',
  source: 'the attempts since a rule counts by it',
  type: wholeFact(COUNT_MAX),
  only: 'payment',
};

export type FactName = keyof typeof facts;
export const factNames = Object.keys(facts) as readonly FactName[];

export const METADATA = 'metadata.';
const metadata: Fact = {
  about: 'Value of a key of `metadata`, compared exactly; numbers and booleans as their text.',
  source: '`metadata`',
  type: textFact(),
  personal: true,
};

/** The fact that a condition's `field` names; undefined for an unknown one. */
export function factOf(field: string): Fact | undefined {
  if (field.startsWith(METADATA) && field.length > METADATA.length) return metadata;
  return Object.hasOwn(facts, field) ? facts[field as FactName] : undefined;
}

/** Whether a fact is personal data, by which callers without `personal_data:read` may not ask. They see `metadata`. */
export const isPersonalFact = (field: string): boolean =>
  !field.startsWith(METADATA) && factOf(field)?.personal === true;

/** Every fact with the name that documents show. */
export const documentedFacts: readonly (readonly [name: string, fact: Fact])[] = [
  ...Object.entries(facts),
  ['metadata.<key>', metadata],
];
