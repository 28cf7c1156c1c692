import type { RuleReplay } from '../entities/rule-replay.ts';
import type { WritingContext } from '../foundation/context.ts';
import { effectNames, type Judged } from './tally.ts';

const NUMBER_DIGITS = 7;

/** What an entry says in place of no account. */
const NONE = 'none';

const columns = `payment_id text, number int, amount int8, currency text, from_account text, to_account text,
  moved boolean, ${effectNames.map((name) => `${name} boolean`).join(', ')}, created_at timestamptz`;

const text = `
  insert into rule_replay_payments (merchant_id, replayed_id, replay_id, profile_id, payment_id, amount, currency,
    from_account, to_account, moved, ${effectNames.join(', ')}, created_at, expires_at)
  select $1, $2 || '_' || lpad(r.number::text, greatest(${NUMBER_DIGITS}, length(r.number::text)), '0'), $2, $3,
    r.payment_id, r.amount, r.currency, r.from_account, r.to_account, r.moved,
    ${effectNames.map((name) => `r.${name}`).join(', ')}, r.created_at, $5::timestamptz
  from jsonb_to_recordset($4::jsonb) as r(${columns})
  returning 1`;

/**
 * Keeps the payments that a replay would change. Of payouts nothing is kept: another permission reads them.
 *
 * @param before Number of the payments before them.
 */
export async function keepJudged(
  tx: WritingContext,
  { decision, expires_at, merchant_id, profile_id, replay_id }: RuleReplay,
  judged: readonly Judged[],
  before: number,
): Promise<void> {
  if (decision === 'payout_routing') return;
  const rows = judged.flatMap(({ amount, created, currency, effects, from, id, moved, to }, i) =>
    moved || effects.size > 0
      ? [
          {
            payment_id: id,
            number: before + i + 1,
            ...{ amount, currency, moved, created_at: created },
            from_account: from ?? NONE,
            to_account: to ?? NONE,
            ...Object.fromEntries(effectNames.map((name) => [name, effects.has(name)])),
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  const values = [merchant_id, replay_id, profile_id, JSON.stringify(rows), expires_at.toISOString()];
  await tx.rows.query({ text, values, touches: { writes: ['rule_replay_payments'] } }, merchant_id);
}
