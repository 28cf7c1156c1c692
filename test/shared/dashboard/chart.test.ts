import { expect, test } from 'vitest';
import { pathOf, scaleTo } from '../../../src/dashboard/show/chart-scale.ts';
import { rangeOf, spansOf } from '../../../src/dashboard/show/spans.ts';

test.for([
  [0, [0]],
  [Number.NaN, [0]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [83, [0, 50, 100]],
  [100, [0, 50, 100]],
  [123_456, [0, 50_000, 100_000, 150_000]],
  [999_999_999_999, [0, 500_000_000_000, 1_000_000_000_000]],
] as const)('The axis of values up to %d has lines at %j', ([most, ticks]) => {
  expect(scaleTo(most)).toEqual({ top: ticks.at(-1) || 1, ticks });
});

test('The axis always covers the value, with round, evenly spaced lines', () => {
  for (let most = 1; most < 100_000; most = Math.ceil(most * 1.03)) {
    const { ticks, top } = scaleTo(most);
    const step = ticks[1]!;
    expect(top).toBeGreaterThanOrEqual(most);
    expect(top - step).toBeLessThan(most);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(String(step)).toMatch(/^[125]0*$/);
    expect(ticks).toEqual(ticks.map((_, i) => i * step));
  }
});

test('A line breaks where a value is missing', () => {
  expect(pathOf([0, 5, null, 10, null, null, 2.5], 10)).toBe('M0.5 100L1.5 50M3.5 0M6.5 75');
  expect(pathOf([null], 10)).toBe('');
});

const at = (bucket: string, count: number, currency = 'EUR') => ({ bucket, count, currency });

test("The parts of a period are adjacent, and the outer ones end at the period's bounds", () => {
  const groups = [
    at('2026-03-09T00:00:00.000Z', 2),
    at('2026-03-02T00:00:00.000Z', 1),
    at('2026-03-09T00:00:00.000Z', 3, 'USD'),
    at('2026-03-16T00:00:00.000Z', 0),
  ];
  const range = { gte: '2026-03-04T00:00:00.000Z', lt: '2026-03-18T00:00:00.000Z' };
  const spans = spansOf(groups, 'WEEK', range);
  expect(spans.map(rangeOf)).toEqual([
    '2026-03-04T00:00:00.000Z..2026-03-09T00:00:00.000Z',
    '2026-03-09T00:00:00.000Z..2026-03-16T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z..2026-03-18T00:00:00.000Z',
  ]);
  expect(spans.map(({ groups: own }) => own.map(({ count }) => count))).toEqual([[1], [2, 3], [0]]);
});

test('The last part of an open-ended period is whole', () => {
  const hour = spansOf([at('2026-03-02T10:30:00.000Z', 1)], 'HOUR', {});
  expect(hour.map(rangeOf)).toEqual(['2026-03-02T10:30:00.000Z..2026-03-02T11:30:00.000Z']);
  const midnight = new Date(2026, 2, 1).toISOString();
  const endOf = (interval: 'DAY' | 'WEEK' | 'MONTH') => spansOf([at(midnight, 1)], interval, {})[0]!.to;
  expect([endOf('DAY'), endOf('WEEK'), endOf('MONTH')]).toEqual([
    new Date(2026, 2, 2),
    new Date(2026, 2, 8),
    new Date(2026, 3, 1),
  ]);
});
