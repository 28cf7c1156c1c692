import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { StatementBuilder } from '../reads/statement.ts';

type GuardKind = 'card_ip' | 'customer_id' | 'guest_user_card';

/** What each guard counts failures of, as the parts of a key; null if the payment lacks one of them. */
const subjects: Readonly<Record<GuardKind, (payment: Payment) => readonly string[] | null>> = {
  card_ip: ({ fingerprint, browser_info: browser }) =>
    fingerprint && browser?.ip_address ? [fingerprint, browser.ip_address.toLowerCase()] : null,
  customer_id: ({ customer_id: id }) => (id ? [id] : null),
  guest_user_card: ({ fingerprint, customer_id: id }) => (fingerprint && !id ? [fingerprint] : null),
};
/** Sorted, so that payments sharing several counters lock them in the same order and cannot deadlock. */
const kinds = (Object.keys(subjects) as GuardKind[]).sort();

/** How long failures count if the profile does not set `card_testing_guard_expiry`, in seconds. */
const EXPIRY_DEFAULT_S = 3600;

interface Guard {
  readonly kind: GuardKind;
  /** A keyed digest, so that the table reveals neither card nor address, even by guessing. */
  readonly subject: string;
  readonly threshold: number;
}

/** The guards that the profile enables and that apply to the payment. */
function guardsFor(ctx: Context, profile: BusinessProfile, payment: Payment): Guard[] {
  const config = profile.card_testing_guard_config;
  return kinds.flatMap((kind) => {
    const threshold = config?.[`${kind}_blocking_threshold`];
    const subject = subjects[kind](payment);
    if (config?.[`${kind}_blocking_status`] !== 'enabled' || subject === null) return [];
    if (threshold === null || threshold === undefined) return [];
    const digest = ctx.encryption.digests(JSON.stringify([kind, ...subject]))[0]!;
    // A threshold of 0 would block before the first failure.
    return [{ kind, subject: digest, threshold: Math.max(threshold, 1) }];
  });
}

/** The parameters that the statements below share. */
function parametersOf(ctx: Context, profile: BusinessProfile, guards: readonly Guard[]) {
  const builder = new StatementBuilder();
  return {
    builder,
    merchant: builder.parameter(profile.merchant_id, 'text'),
    profileId: builder.parameter(profile.profile_id, 'text'),
    kind: builder.parameter(
      guards.map((guard) => guard.kind),
      'text[]',
    ),
    subject: builder.parameter(
      guards.map((guard) => guard.subject),
      'text[]',
    ),
    now: builder.parameter(ctx.now().toISOString(), 'timestamptz'),
  };
}

/**
 * Refuses a payment whose card or customer has failed as often as the profile's thresholds allow. The error does
 * not say which guard refused: it would tell a card tester what to change. One statement, or none if no guard
 * applies.
 *
 * @throws {Problem} `blocked`.
 */
export async function checkCardTestingGuard(
  ctx: Context,
  profile: BusinessProfile,
  payment: Payment,
): Promise<void> {
  const guards = guardsFor(ctx, profile, payment);
  if (guards.length === 0) return;
  const { builder, kind, merchant, now, profileId, subject } = parametersOf(ctx, profile, guards);
  const threshold = builder.parameter(
    guards.map((guard) => guard.threshold),
    'int4[]',
  );
  const statement = builder.build(`
    select 1 from unnest(${kind}, ${subject}, ${threshold}) as g(kind, subject, threshold)
    join card_testing_counters c on c.merchant_id = ${merchant} and c.profile_id = ${profileId}
      and c.kind = g.kind and c.subject = g.subject
    where c.failures >= g.threshold and c.expires_at > ${now}
    limit 1`);
  const reached = await ctx.rows.query(statement, profile.merchant_id);
  if (reached.length > 0) {
    throw new Problem('blocked', 'Blocked by the card-testing guard: too many earlier payments failed.');
  }
}

/**
 * Counts a payment's failure with every guard that applies. A counter starts with its first failure and resets
 * once `card_testing_guard_expiry` has passed. At most one statement.
 */
export async function countFailure(ctx: Context, profile: BusinessProfile, payment: Payment): Promise<void> {
  const guards = guardsFor(ctx, profile, payment);
  if (guards.length === 0) return;
  const { builder, kind, merchant, now, profileId, subject } = parametersOf(ctx, profile, guards);
  const seconds = profile.card_testing_guard_config?.card_testing_guard_expiry ?? EXPIRY_DEFAULT_S;
  const expiry = builder.parameter(seconds, 'int4');
  const statement = builder.build(`
    insert into card_testing_counters as c (merchant_id, profile_id, kind, subject, failures, expires_at)
    select ${merchant}, ${profileId}, g.kind, g.subject, 1, ${now} + make_interval(secs => ${expiry})
    from unnest(${kind}, ${subject}) as g(kind, subject)
    on conflict (merchant_id, profile_id, kind, subject) do update set
      failures = case when c.expires_at > ${now} then c.failures + 1 else 1 end,
      expires_at = case when c.expires_at > ${now} then c.expires_at else excluded.expires_at end`);
  await ctx.rows.query(statement, profile.merchant_id);
}
