import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { viewerZone } from '../../data/time.ts';
import { listed } from '../../list/listed.ts';
import { asRange, type Days, type Periods } from './period.ts';

/** A dashboard list behind figures. */
export type List = 'attempts' | 'payments' | 'refunds' | 'disputes';
/** The list's filter conditions, by URL parameter. */
export type Conditions = Readonly<Record<string, string>>;

/** The URL of a list filtered by days of creation and conditions. */
export const addressOf = (list: List, days: Days, conditions: Conditions): string =>
  urlPath`/dashboard/${list}?${new URLSearchParams({ created: asRange(days), zone: viewerZone, ...conditions })}`;

interface FigureProps {
  readonly periods: Periods;
  readonly list: List;
  /** Null if no list filter matches the figure, such as payments without a connector. */
  readonly conditions: Conditions | null;
  readonly now: ReactNode;
  readonly past: ReactNode;
}

/** A figure of the period above the comparison period's. Each links to the list behind it. */
export function Figure({ conditions, list, now, past, periods }: FigureProps) {
  const linked = (value: ReactNode, days: Days) =>
    conditions ? <Link href={addressOf(list, days, conditions)}>{value}</Link> : value;
  return <Both now={linked(now, periods.period)} past={linked(past, periods.past)} />;
}

/** A value of the period above the comparison period's. */
export function Both({ now, past }: { now: ReactNode; past: ReactNode }) {
  return (
    <>
      <div className="figures">{now}</div>
      <Text size="xs" c="dimmed" className="figures">
        vs {past}
      </Text>
    </>
  );
}

/** The conditions of a group; null for the group without a value, which no list filter can select. */
export const conditionsOf = (
  parameter: string,
  key: string | null,
  more: Conditions = {},
): Conditions | null => (key === null ? null : { [parameter]: listed(key), ...more });
