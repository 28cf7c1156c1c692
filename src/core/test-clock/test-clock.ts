import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../model/index.ts';
import { inTransaction, requireMerchant } from '../writes/transactions.ts';
import { bringCloser, type CountOfDue, countDue, runTasksNow } from './due-times.ts';

export const DueKind = enumeration(
  'DueKind',
  'Kind of event that becomes due when a test clock is advanced.',
  {
    payment_session: 'Unconfirmed payments expire.',
    scheduled_capture: 'Payments are captured, according to `capture_on`.',
    payment_retry: 'Declined off-session charges are retried.',
    authorization: 'Uncaptured authorizations expire.',
    payout: 'Unconfirmed or unfulfilled payouts expire.',
    mandate_start: 'Mandates start to permit charges.',
    mandate_end: 'Mandates expire.',
    dispute_deadline: 'Deadlines for evidence of disputes pass.',
    settlement: 'Money of captures and refunds becomes available at the connector.',
    settlement_report: 'The sandbox settles and pays, and connectors are asked for reports of settlements.',
    webhook_attempt: 'Webhook deliveries are attempted again.',
    connector_look_up: 'Missing outcomes are looked up at connectors.',
    connector_event: 'The sandbox decides, reports, settles or disputes.',
    collect_link: 'Links for saving payment methods expire.',
    payment_token: 'Tokens of saved payment methods expire.',
    extended_card_info: 'Card details expire.',
  },
);

@ValueObject({ about: 'Number of objects that become due, by kind.' })
export class DueCount {
  @f.Enumeration(() => DueKind, 'Kind of event.', { required: true, example: 'scheduled_capture' })
  kind!: ValueOf<typeof DueKind>;
  @f.Integer('Number of objects.', { required: true, min: 0, example: 3 }) count!: number;
}

const DAY_S = 24 * 60 * 60;
/** An advance is at most a leap year. */
const STEP_MAX_S = 366 * DAY_S;
/** Shorter than the time limit of a statement. */
const LOCK_WAIT_MS = 8_000;
/** The column's maximum. */
const ADVANCED_MAX_S = 2_147_483_647;

@ValueObject({ about: 'The test clock of a merchant account.' })
export class TestClock {
  @f.Id('Merchant account of the clock.', { required: true, example: 'acme' }) merchant_id!: string;
  @f.Integer('Total advance, in seconds.', {
    required: true,
    min: 0,
    example: 10 * DAY_S,
  })
  advanced_by!: number;
  @f.Timestamp('Time shown by the clock: the current time plus `advanced_by`.', {
    required: true,
    example: '2026-02-14T09:30:00.000Z',
  })
  time!: string;
  @f.ObjectList(() => DueCount, 'Objects that the advance makes due; empty without a requested advance.', {
    required: true,
  })
  becomes_due!: CountOfDue[];
}

@Input({ about: 'Advance of a test clock: by `seconds`, or `to` a time of the clock.' })
export class TestClockAdvance {
  @f.Integer('Advance in seconds, up to 366 days. Excludes `to`.', {
    min: 1,
    maximum: STEP_MAX_S,
    example: 30 * DAY_S,
  })
  seconds?: number | null;
  @f.Timestamp(
    'Target time of the test clock, later than its `time` by at most 366 days. Excludes `seconds`.',
  )
  to?: string | null;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * The seconds of an advance of a clock.
 *
 * @throws {Problem} `parameters_exclusive`, `invalid_parameter`.
 */
function secondsOf({ seconds, to }: TestClockAdvance, advancedBy: number, now: Date): number {
  if (isGiven(seconds) && isGiven(to)) {
    throw new Problem('parameters_exclusive', 'Give either seconds or to, not both.', { param: 'to' });
  }
  const param = isGiven(to) ? 'to' : 'seconds';
  const shown = now.getTime() + advancedBy * 1000;
  const step = isGiven(to) ? Math.ceil((Date.parse(to!) - shown) / 1000) : seconds!;
  if (step < 1) {
    const time = new Date(shown).toISOString();
    throw invalidParameter(
      param,
      `to must be later than the time of the test clock, ${time}: it never goes back.`,
    );
  }
  if (step > STEP_MAX_S)
    throw invalidParameter(param, 'to must be at most 366 days ahead of the test clock.');
  if (advancedBy + step > ADVANCED_MAX_S)
    throw invalidParameter(param, 'The test clock can be advanced by at most 68 years in all.');
  return step;
}

const clockOf = (
  merchantId: string,
  advancedBy: number,
  now: Date,
  becomesDue: CountOfDue[] = [],
): TestClock => ({
  merchant_id: merchantId,
  advanced_by: advancedBy,
  time: new Date(now.getTime() + advancedBy * 1000).toISOString(),
  becomes_due: becomesDue,
});

/** @throws {Problem} `resource_not_found`. */
async function readAdvancedBy(ctx: Context, merchantId: string, lockIt: boolean): Promise<number> {
  // Not `for update`: concurrent creations for the merchant must not wait.
  const text = `select test_clock_advanced_by as seconds from merchant_accounts
    where merchant_id = $1${lockIt ? ' for no key update' : ''}`;
  const [row] = await ctx.rows.query<{ seconds: number }>(
    { text, values: [merchantId], touches: { reads: ['merchant_accounts'] } },
    merchantId,
  );
  if (!row) throw notFound('merchant account');
  return row.seconds;
}

/**
 * Reads a merchant's test clock and, if an advance is given, counts the objects that it would make due.
 *
 * @throws {Problem} `resource_not_found`, `parameters_exclusive`, `invalid_parameter`.
 */
export async function readTestClock(ctx: Context, advance: TestClockAdvance): Promise<TestClock> {
  const merchantId = requireMerchant(ctx);
  const now = ctx.ports.now();
  const advancedBy = await readAdvancedBy(ctx, merchantId, false);
  if (!isGiven(advance.seconds) && !isGiven(advance.to)) return clockOf(merchantId, advancedBy, now);
  const seconds = secondsOf(advance, advancedBy, now);
  return clockOf(merchantId, advancedBy, now, await countDue(ctx.rows, merchantId, { at: now, seconds }));
}

/** Raises a transaction's lock timeout, to wait for an earlier advance and for running commands. */
async function waitPatiently({ rows }: WritingContext, merchantId: string): Promise<void> {
  const text = `select set_config('lock_timeout', '${LOCK_WAIT_MS}', true)`;
  await rows.query({ text, values: [], touches: { reads: [] } }, merchantId);
}

/** Maximum number of accounts named in a message. */
const NAMED_MAX = 3;

/** @throws {Problem} `unexpected_state` unless all connectors of the merchant are simulated. */
async function requireTestOnly(tx: WritingContext, merchantId: string): Promise<void> {
  if (tx.ports.environment !== 'test') {
    throw new Problem(
      'unexpected_state',
      'Test clocks can be advanced only in the test environment. This is the live environment, in which money moves.',
    );
  }
  const text = `select merchant_connector_id as id from connector_accounts
    where merchant_id = $1 and not test_mode order by merchant_connector_id limit ${NAMED_MAX}`;
  const live = await tx.rows.query<{ id: string }>(
    { text, values: [merchantId], touches: { reads: ['connector_accounts'] } },
    merchantId,
  );
  if (live.length === 0) return;
  throw new Problem(
    'unexpected_state',
    `The connector account ${live.map(({ id }) => id).join(', ')} is live, and its connector keeps its own time. Set test_mode, or delete it, to advance the test clock.`,
  );
}

/**
 * Advances a merchant's test clock, in one transaction: all future times get closer, or none does. Concurrent advances
 * run one after the other. Tasks that hold a lease, and payments being confirmed, continue: their leases stay, and they
 * find their objects with the new times. Objects created meanwhile count as created after the advance.
 *
 * @throws {Problem} `unexpected_state`, `parameters_exclusive`, `invalid_parameter`, `missing_parameter`.
 */
export function advanceTestClock(ctx: Context, advance: TestClockAdvance): Promise<TestClock> {
  return inTransaction(ctx, async (tx) => {
    const merchantId = requireMerchant(tx);
    if (!isGiven(advance.seconds) && !isGiven(advance.to)) {
      throw new Problem('missing_parameter', 'Give seconds or to: how far to advance the test clock.', {
        param: 'seconds',
      });
    }
    await waitPatiently(tx, merchantId);
    const advancedBy = await readAdvancedBy(tx, merchantId, true);
    await requireTestOnly(tx, merchantId);
    // After the wait for another advance.
    const at = tx.ports.now();
    const seconds = secondsOf(advance, advancedBy, at);
    const due = await countDue(tx.rows, merchantId, { at, seconds });
    await bringCloser(tx.rows, merchantId, { at, seconds });
    const account = await tx.transaction.em.findOneOrFail(MerchantAccount, { merchant_id: merchantId });
    account.test_clock_advanced_by = advancedBy + seconds;
    account.modified_at = at;
    await runTasksNow(tx.rows, merchantId, at);
    return clockOf(merchantId, advancedBy + seconds, at, due);
  });
}
