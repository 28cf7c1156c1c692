import type { ListKind } from '../../data/schema-types.ts';

/** A fact that conditions compare, as `schema/rules.json` describes it. */
export interface DescribedFact {
  /** Its name in conditions; `metadata.<key>` stands for every key. */
  readonly name: string;
  readonly about: string;
  readonly kind: 'amount' | 'number' | 'choice' | 'flag' | 'country' | 'currency' | 'text';
  readonly comparisons: readonly string[];
  /** The values of a choice. */
  readonly options?: readonly string[];
  /** The highest number. */
  readonly maximum?: number;
  /** The subject that it is known of; both if absent. */
  readonly only?: 'payment' | 'payout';
  /** The kind of the lists that it may be in; absent if it is compared with no list. */
  readonly list?: ListKind;
  /** Whether a condition may have a `time_zone`. */
  readonly zoned?: boolean;
}

export interface DescribedRules {
  readonly facts: readonly DescribedFact[];
  /** The conditions that count how often something was used recently. */
  readonly velocity: {
    readonly counts: readonly string[];
    /** What they count by. */
    readonly subjects: readonly string[];
    readonly comparisons: readonly string[];
    readonly maximum: number;
    readonly only: 'payment' | 'payout';
  };
  /** The country codes that conditions accept. */
  readonly countries: readonly string[];
  readonly risk: readonly string[];
  readonly three_ds: readonly string[];
  readonly exemption: readonly string[];
}
