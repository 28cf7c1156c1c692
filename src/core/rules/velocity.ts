import type {
  FactValue,
  RuleComparison,
  velocityCounts,
  velocitySubjects,
} from '../entities/values/fact-types.ts';
import type { Lookup, LookupAsker } from './rule-lookups.ts';

export type VelocitySubject = (typeof velocitySubjects)[number];

/** A condition on how often a card, e-mail address, IP address or customer was used recently. */
export interface VelocityCondition {
  readonly count: (typeof velocityCounts)[number];
  readonly by: VelocitySubject;
  /** The time before the decision: a number of minutes, hours or days, such as `30m`. */
  readonly within: string;
  readonly comparison: RuleComparison;
  /** One number; for `in` and `not_in` a list. */
  readonly value: FactValue | readonly FactValue[];
}

/** Values by which payments are counted and looked up. A missing or null value is not known. */
export type SubjectKeys = Readonly<Partial<Record<VelocitySubject, string | null>>> & {
  /** The payment that is decided about; absent for facts of one that does not exist. */
  readonly payment?: string | null;
};

const MINUTE_MS = 60_000;
const unitMs: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1440 * MINUTE_MS };
/** The longest time, after which entries are deleted. */
export const VELOCITY_DAYS = 30;

/** The milliseconds of a `within`; null unless it is one from `1m` to `30d`. */
export function millisecondsWithin(within: unknown): number | null {
  const parts = typeof within === 'string' ? /^([1-9]\d{0,4})([mhd])$/.exec(within) : null;
  if (!parts) return null;
  const ms = Number(parts[1]) * unitMs[parts[2]!]!;
  return ms <= VELOCITY_DAYS * unitMs.d! ? ms : null;
}

/** The name of a count, in explanations. Equal counts have equal names. */
export const velocityName = ({ by, count, within }: VelocityCondition): string =>
  `${count} by ${by} within ${within}`;

/** The most that a condition must count to: any further one changes nothing. */
const mostOf = ({ value }: VelocityCondition): number => Math.max(...([value].flat() as number[]), 0) + 1;

/** The key of a condition's count in the values that are looked up. */
export const velocityKey = (condition: VelocityCondition): string =>
  `${velocityName(condition)} up to ${mostOf(condition)}`;

/** The count of a condition, as an explanation shows it: `attempts by card within 1h 6`. */
export function velocityText(condition: VelocityCondition, counted: number | null): string {
  const name = velocityName(condition);
  if (counted === null) return `${name} unknown`;
  return `${name} ${counted >= mostOf(condition) ? 'at least ' : ''}${counted}`;
}

/** The keyed digests of a value that attempts are counted by: by the current encryption key, then by those rotated out. */
export const velocityDigests = (
  { encryption }: LookupAsker['ports'],
  merchantId: string,
  by: VelocitySubject,
  value: string,
): readonly string[] => encryption.digests(JSON.stringify(['velocity', merchantId, by, value]));

/** The lookup of a condition's count. */
export function velocityLookup(condition: VelocityCondition): Lookup {
  const { by, count, within } = condition;
  const ms = millisecondsWithin(within)!;
  const most = mostOf(condition);
  return {
    key: velocityKey(condition),
    countsBy: by,
    past: { of: 'count', count, by, ms },
    query: ({ at, keys }, { merchantId, ports }) => {
      const subject = keys?.[by] ?? null;
      if (subject === null) return null;
      const digests = velocityDigests(ports, merchantId, by, subject);
      const since = new Date(at.getTime() - ms).toISOString();
      return {
        sql: (value) =>
          `count_velocity(${value(merchantId)}::text, ${value(count)}::text, ${value(digests)}::text[], ${value(since)}::timestamptz, ${value(keys?.payment ?? '')}::text, ${value(most)}::int)`,
        reads: ['velocity_entries', 'attempts'],
        locks: digests,
      };
    },
  };
}
