import { cardFingerprints, cardToUse } from '../../cards/card.ts';
import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { CardTestingGuard } from '../../entities/card-testing-counter.ts';
import type { Payment } from '../../entities/payment.ts';
import type { Context, WritingContext } from '../../foundation/context.ts';
import { Problem } from '../../foundation/errors.ts';
import type { ValueOf } from '../../model/index.ts';
import { readSettings } from '../../reads/settings.ts';
import { StatementBuilder } from '../../reads/statement.ts';

type GuardKind = ValueOf<typeof CardTestingGuard>;

/** The settings of the profile: each has a status and a threshold. */
type Setting = 'card_ip' | 'customer_id' | 'guest_user_card';

/**
 * How often one card, or one address, may fail: this many times the threshold of the setting that counts it in a
 * combination. A tester who changes the customer, the address or the card each time evades all three settings; the
 * factor leaves room for the many customers of one address.
 */
const ALONE_FACTOR = 3;

interface Counter {
  /** The settings that switch it on; the strictest of them sets its threshold. */
  readonly settings: readonly Setting[];
  readonly factor: number;
  /** The parts of the counter's key; null if the payment lacks one. */
  readonly subject: (payment: Payment) => readonly string[] | null;
}

const addressOf = (payment: Payment): string | null =>
  payment.browser_info?.ip_address?.toLowerCase() ?? null;

const counters: Readonly<Record<GuardKind, Counter>> = {
  card: {
    settings: ['card_ip', 'guest_user_card'],
    factor: ALONE_FACTOR,
    subject: ({ fingerprint }) => (fingerprint ? [fingerprint] : null),
  },
  card_ip: {
    settings: ['card_ip'],
    factor: 1,
    subject: (payment) => {
      const address = addressOf(payment);
      return payment.fingerprint && address ? [payment.fingerprint, address] : null;
    },
  },
  customer_id: {
    settings: ['customer_id'],
    factor: 1,
    subject: ({ customer_id: id }) => (id ? [id] : null),
  },
  guest_user_card: {
    settings: ['guest_user_card'],
    factor: 1,
    subject: ({ fingerprint, customer_id: id }) => (fingerprint && !id ? [fingerprint] : null),
  },
  ip: {
    settings: ['card_ip'],
    factor: ALONE_FACTOR,
    subject: (payment) => {
      const address = addressOf(payment);
      return payment.fingerprint && address ? [address] : null;
    },
  },
};
/** Sorted, so that payments sharing several counters lock them in the same order and cannot deadlock. */
const kinds = (Object.keys(counters) as GuardKind[]).sort();

/** Digits of the BINs that entries of the blocklist name. */
const BIN_DIGITS = 6;
const EXTENDED_BIN_DIGITS = 8;

/** Expiry of failures in seconds, unless the profile sets `card_testing_guard_expiry`. */
const EXPIRY_DEFAULT_S = 3600;

interface Guard {
  readonly kind: GuardKind;
  /** A keyed digest, so that the table reveals neither card nor address, even by guessing. */
  readonly subject: string;
  readonly threshold: number;
}

/** The threshold of a setting; null if it is off. */
function thresholdOf(config: BusinessProfile['card_testing_guard_config'], setting: Setting): number | null {
  if (config?.[`${setting}_blocking_status`] !== 'enabled') return null;
  return config[`${setting}_blocking_threshold`] ?? null;
}

/** The guards that the profile enables and that apply to the payment. */
function guardsFor(ctx: Context, profile: BusinessProfile, payment: Payment): Guard[] {
  return kinds.flatMap((kind) => {
    const { factor, settings, subject: subjectOf } = counters[kind];
    const thresholds = settings
      .map((setting) => thresholdOf(profile.card_testing_guard_config, setting))
      .filter((threshold) => threshold !== null);
    const subject = thresholds.length > 0 ? subjectOf(payment) : null;
    if (subject === null) return [];
    const digest = ctx.ports.encryption.digests(JSON.stringify([kind, ...subject]))[0]!;
    // A threshold of 0 would block before the first failure.
    return [{ kind, subject: digest, threshold: Math.max(Math.min(...thresholds), 1) * factor }];
  });
}

/** The parameters that the statements below share. */
function parametersOf(ctx: Context, profile: BusinessProfile) {
  const builder = new StatementBuilder();
  return {
    builder,
    merchant: builder.parameter(profile.merchant_id, 'text'),
    profileId: builder.parameter(profile.profile_id, 'text'),
    now: builder.parameter(ctx.ports.now().toISOString(), 'timestamptz'),
    expiry: builder.parameter(
      profile.card_testing_guard_config?.card_testing_guard_expiry ?? EXPIRY_DEFAULT_S,
      'int4',
    ),
  };
}

/**
 * Counts a confirmation as failed with every guard that applies, before its connector is called, and refuses one whose
 * card, address or customer has reached a threshold: however many are confirmed at once, no more reach the connector.
 * {@link giveBack} takes the failure off again. A count starts with its first confirmation, and restarts after
 * `card_testing_guard_expiry`. The error does not name the guard, which would show a card tester what to change. One
 * statement, or none if no guard applies.
 *
 * @throws {Problem} `blocked`; the transaction is then rolled back, and nothing is counted.
 */
export async function reserveFailure(
  ctx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
): Promise<void> {
  const guards = guardsFor(ctx, profile, payment);
  if (guards.length === 0) return;
  const { builder, expiry, merchant, now, profileId } = parametersOf(ctx, profile);
  const rows = guards.map(({ kind, subject, threshold }) => ({
    kind: builder.parameter(kind, 'text'),
    subject: builder.parameter(subject, 'text'),
    threshold: builder.parameter(threshold, 'int4'),
  }));
  const values = rows.map(
    ({ kind, subject }) =>
      `(${merchant}, ${profileId}, ${kind}, ${subject}, 1, ${now} + make_interval(secs => ${expiry}))`,
  );
  const isBelow = rows.map(({ kind, threshold }) => `(c.kind = ${kind} and c.failures < ${threshold})`);
  // A row that is at its threshold is not updated, so it is not returned.
  const statement = builder.build(
    `
    insert into card_testing_counters as c (merchant_id, profile_id, kind, subject, failures, expires_at)
    values ${values.join(', ')}
    on conflict (merchant_id, profile_id, kind, subject) do update set
      failures = case when c.expires_at > ${now} then c.failures + 1 else 1 end,
      expires_at = case when c.expires_at > ${now} then c.expires_at else excluded.expires_at end
    where c.expires_at <= ${now} or ${isBelow.join(' or ')}
    returning c.kind`,
    ['card_testing_counters'],
  );
  const counted = await ctx.rows.query(statement, profile.merchant_id);
  if (counted.length < guards.length) {
    throw new Problem('blocked', 'Blocked by the card-testing guard: too many earlier payments failed.');
  }
}

/** Whether the merchant's blocklist is in force and has an entry. Cached, so that it costs merchants without a blocklist nothing. */
const hasBlocklist = (ctx: WritingContext, merchantId: string): Promise<boolean> =>
  readSettings(ctx, merchantId, ['blocklist'], async () => {
    const text = `select from merchant_accounts a where a.merchant_id = $1 and a.blocklist_enabled
                  and exists (select from blocklist_entries b where b.merchant_id = a.merchant_id)`;
    const touches = { reads: ['merchant_accounts', 'blocklist_entries'] };
    return (await ctx.rows.query({ text, values: [merchantId], touches }, merchantId)).length > 0;
  });

/** The values by which an entry of the blocklist can name a card number. */
export const namesOfNumber = (
  { ports }: Pick<Context, 'ports'>,
  merchantId: string,
  number: string,
): readonly string[] => [
  ...cardFingerprints(ports, merchantId, number),
  number.slice(0, BIN_DIGITS),
  number.slice(0, EXTENDED_BIN_DIGITS),
];

/** Whether one of these names is on a merchant's blocklist. One statement, or none where there is no blocklist. */
export async function isOnBlocklist(
  ctx: WritingContext,
  merchantId: string,
  names: readonly string[],
): Promise<boolean> {
  if (names.length === 0 || !(await hasBlocklist(ctx, merchantId))) return false;
  const text = `select from blocklist_entries where merchant_id = $1 and fingerprint_id = any($2::text[])
                and (expires_at is null or expires_at > $3::timestamptz) limit 1`;
  const values = [merchantId, names, ctx.ports.now().toISOString()];
  const statement = { text, values, touches: { reads: ['blocklist_entries'] } };
  return (await ctx.rows.query(statement, merchantId)).length > 0;
}

/** Whether a payment's card is on its merchant's blocklist. */
export async function isBlocklisted(ctx: WritingContext, payment: Payment): Promise<boolean> {
  const {
    fingerprint,
    merchant_id: merchantId,
    payment_method_data: data,
    payment_method_id: saved,
  } = payment;
  if (!(await hasBlocklist(ctx, merchantId))) return false;
  const card = await cardToUse(ctx, payment, data?.card, saved, null);
  const shown = [fingerprint, data?.card?.card_isin, data?.card?.card_extended_bin];
  const names = [
    ...(card ? namesOfNumber(ctx, merchantId, card.number) : []),
    ...shown.filter((name) => typeof name === 'string'),
  ];
  return isOnBlocklist(ctx, merchantId, names);
}

/**
 * Takes the reserved failure of a confirmation off every counter: it succeeded, or an outage says nothing about its
 * card. A count that started after the confirmation does not contain it. At most one statement.
 *
 * @param since When the attempt started.
 */
export async function giveBack(
  ctx: WritingContext,
  profile: BusinessProfile,
  payment: Payment,
  since: Date,
): Promise<void> {
  const guards = guardsFor(ctx, profile, payment);
  if (guards.length === 0) return;
  const { builder, expiry, merchant, now, profileId } = parametersOf(ctx, profile);
  const kind = builder.parameter(
    guards.map((guard) => guard.kind),
    'text[]',
  );
  const subject = builder.parameter(
    guards.map((guard) => guard.subject),
    'text[]',
  );
  const started = builder.parameter(since.toISOString(), 'timestamptz');
  const statement = builder.build(
    `
    with reserved as (
      select c.kind, c.subject from card_testing_counters c
      join unnest(${kind}, ${subject}) as g(kind, subject) on c.kind = g.kind and c.subject = g.subject
      where c.merchant_id = ${merchant} and c.profile_id = ${profileId} and c.failures > 0
        and c.expires_at > ${now} and c.expires_at - make_interval(secs => ${expiry}) <= ${started}
      order by c.kind for update of c)
    update card_testing_counters c set failures = c.failures - 1 from reserved r
    where c.merchant_id = ${merchant} and c.profile_id = ${profileId}
      and c.kind = r.kind and c.subject = r.subject`,
    ['card_testing_counters'],
  );
  await ctx.rows.query(statement, profile.merchant_id);
}
