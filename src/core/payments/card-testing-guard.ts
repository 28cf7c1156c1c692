import type { BusinessProfile } from '../entities/business-profile.ts';
import type { Payment } from '../entities/payment.ts';
import type { CardTestingGuardConfig } from '../entities/values/profile-settings.ts';
import type { Context } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { StatementBuilder } from '../reads/statement.ts';

type GuardKind = 'card_ip' | 'customer_id' | 'guest_user_card';

/** What a guard counts the failures of, as texts that name it; null where a payment has none. */
const subjects: Readonly<Record<GuardKind, (payment: Payment) => readonly string[] | null>> = {
  card_ip: ({ fingerprint, browser_info: browser }) =>
    fingerprint && browser?.ip_address ? [fingerprint, browser.ip_address.toLowerCase()] : null,
  customer_id: ({ customer_id: id }) => (id ? [id] : null),
  guest_user_card: ({ fingerprint, customer_id: id }) => (fingerprint && !id ? [fingerprint] : null),
};
/** In one order for all, so that payments which share counters lock them one after the other and never crosswise. */
const kinds = (Object.keys(subjects) as GuardKind[]).sort();

/** How long failures are counted where the profile does not say, in seconds. */
const EXPIRY_DEFAULT_S = 3600;

interface Guard {
  readonly kind: GuardKind;
  /** A keyed digest: neither address nor card can be told from the table, nor guessed. */
  readonly subject: string;
  readonly threshold: number;
}

/** The guards that a profile has switched on and that a payment gives something to count. */
function guardsFor(
  ctx: Context,
  config: CardTestingGuardConfig | null | undefined,
  payment: Payment,
): Guard[] {
  return kinds.flatMap((kind) => {
    const threshold = config?.[`${kind}_blocking_threshold`];
    const subject = subjects[kind](payment);
    if (config?.[`${kind}_blocking_status`] !== 'enabled' || subject === null) return [];
    // Without a threshold there is nothing to reach. One of 0 would block before anything failed.
    if (threshold === null || threshold === undefined) return [];
    const digest = ctx.encryption.digests(JSON.stringify([kind, ...subject]))[0]!;
    return [{ kind, subject: digest, threshold: Math.max(threshold, 1) }];
  });
}

/**
 * Refuses a payment whose card or customer has failed as often as its profile lets pass. Which of the guards
 * refuses is not said: it would tell a tester what to change. No statement when no guard is on, else one.
 *
 * @throws {Problem} `blocked`.
 */
export async function checkCardTestingGuard(
  ctx: Context,
  profile: BusinessProfile,
  payment: Payment,
): Promise<void> {
  const guards = guardsFor(ctx, profile.card_testing_guard_config, payment);
  if (guards.length === 0) return;
  const builder = new StatementBuilder();
  const merchant = builder.parameter(profile.merchant_id);
  const profileId = builder.parameter(profile.profile_id);
  const kind = builder.parameter(
    guards.map((guard) => guard.kind),
    'text[]',
  );
  const subject = builder.parameter(
    guards.map((guard) => guard.subject),
    'text[]',
  );
  const threshold = builder.parameter(
    guards.map((guard) => guard.threshold),
    'int4[]',
  );
  const moment = builder.parameter(ctx.now().toISOString(), 'timestamptz');
  const statement = builder.build(`
    select 1 from unnest(${kind}, ${subject}, ${threshold}) as g(kind, subject, threshold)
    join card_testing_counters c on c.merchant_id = ${merchant} and c.profile_id = ${profileId}
      and c.kind = g.kind and c.subject = g.subject
    where c.failures >= g.threshold and c.expires_at > ${moment}
    limit 1`);
  const reached = await ctx.rows.query(statement, profile.merchant_id);
  if (reached.length > 0) {
    throw new Problem(
      'blocked',
      'The card-testing guard refuses this payment: too many have failed before it.',
    );
  }
}

/**
 * Counts a payment's failure with each guard that is on. Failures are counted from the first of them until the
 * profile's `card_testing_guard_expiry` has passed; then counting begins anew. At most one statement.
 */
export async function countFailure(ctx: Context, profile: BusinessProfile, payment: Payment): Promise<void> {
  const guards = guardsFor(ctx, profile.card_testing_guard_config, payment);
  if (guards.length === 0) return;
  const seconds = profile.card_testing_guard_config?.card_testing_guard_expiry ?? EXPIRY_DEFAULT_S;
  const builder = new StatementBuilder();
  const merchant = builder.parameter(profile.merchant_id, 'text');
  const profileId = builder.parameter(profile.profile_id, 'text');
  const kind = builder.parameter(
    guards.map((guard) => guard.kind),
    'text[]',
  );
  const subject = builder.parameter(
    guards.map((guard) => guard.subject),
    'text[]',
  );
  const moment = builder.parameter(ctx.now().toISOString(), 'timestamptz');
  const expiry = builder.parameter(seconds, 'int4');
  const statement = builder.build(`
    insert into card_testing_counters as c (merchant_id, profile_id, kind, subject, failures, expires_at)
    select ${merchant}, ${profileId}, g.kind, g.subject, 1, ${moment} + make_interval(secs => ${expiry})
    from unnest(${kind}, ${subject}) as g(kind, subject)
    on conflict (merchant_id, profile_id, kind, subject) do update set
      failures = case when c.expires_at > ${moment} then c.failures + 1 else 1 end,
      expires_at = case when c.expires_at > ${moment} then c.expires_at else excluded.expires_at end`);
  await ctx.rows.query(statement, profile.merchant_id);
}
