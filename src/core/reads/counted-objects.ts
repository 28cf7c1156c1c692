import { Attempt } from '../entities/attempt.ts';
import { ConnectorCall } from '../entities/connector-call.ts';
import { Dispute } from '../entities/dispute.ts';
import { Payment } from '../entities/payment.ts';
import { Payout } from '../entities/payout.ts';
import { Refund } from '../entities/refund.ts';
import type { StatsProgress, StatsTotal } from '../entities/stats-total.ts';
import type { DescribedClass } from '../model/index.ts';

/** A resource's field for columns of the totals. */
type Columns = Readonly<Partial<Record<keyof StatsTotal, string>>>;

/** A resource whose objects are counted as they change. */
export interface CountedObjects {
  /** The objects' type in the changes. */
  readonly type: string;
  readonly sums: Columns;
  /**
   * Sums missing from the totals because few objects have them, read from the objects: by field, the indexed field
   * that marks these objects.
   */
  readonly sparse?: Readonly<Record<string, string>>;
  /** Fields without which an object is not counted. */
  readonly within?: readonly string[];
  /** Fields that are ordered by time as well, each with the column of `stats_progress` from which objects are recent. */
  readonly withinTime?: Readonly<Record<string, keyof StatsProgress & string>>;
  /** Their totals, those with the fewest dimensions first, and their object type in each. */
  readonly totals: readonly { readonly type: string; readonly dimensions: Columns }[];
}

const commonDimensions = { currency: 'currency', connector: 'connector', profile_id: 'profile_id' } as const;
const usual = { ...commonDimensions, status: 'status', error_code: 'error_code' } as const;
const ofAttempts = {
  ...usual,
  payment_method: 'payment_method',
  payment_method_type: 'payment_method_type',
  unified_code: 'unified_code',
  authentication_type: 'authentication_type',
  connector_decision: 'connector_decision',
} as const;

const amount = { amount: 'amount' } as const;
const ofPayments = {
  ...amount,
  amount_captured: 'amount_received',
  amount_capturable: 'amount_capturable',
  amount_refunded: 'amount_refunded',
} as const;

const once = (type: string, dimensions: Columns, sums: Columns = amount): CountedObjects => ({
  ...{ type, sums },
  totals: [{ type, dimensions }],
});

/** The objects counted by the statistics migration's triggers and function. */
export const countedObjects: ReadonlyMap<DescribedClass, CountedObjects> = new Map<
  DescribedClass,
  CountedObjects
>([
  [
    Payment,
    {
      ...once(
        'payment',
        { ...usual, payment_method: 'payment_method', first_attempt_failed: 'first_attempt_failed' },
        ofPayments,
      ),
      sparse: { amount_disputed: 'disputed' },
    },
  ],
  [
    Attempt,
    {
      type: 'attempt',
      sums: amount,
      totals: [
        { type: 'attempt', dimensions: ofAttempts },
        {
          type: 'attempt_detail',
          dimensions: {
            ...ofAttempts,
            card_network: 'card_network',
            billing_country: 'billing_country',
            issuer_error_code: 'issuer_error_code',
          },
        },
      ],
    },
  ],
  [Refund, once('refund', { ...usual, payment_method: 'payment_method' })],
  [
    Dispute,
    once('dispute', { ...commonDimensions, status: 'dispute_status', payment_method: 'payment_method' }),
  ],
  [
    ConnectorCall,
    {
      ...once(
        'connector_call',
        { connector: 'connector', operation: 'operation', duration_band: 'duration_band' },
        { duration_ms: 'duration_ms' },
      ),
      within: ['duration_ms'],
      withinTime: { call_id: 'calls_from' },
    },
  ],
  [Payout, once('payout', { ...usual, payment_method: 'payout_type' })],
]);
