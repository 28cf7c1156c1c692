import { expect, test } from 'vitest';
import { intervalOf, intervalsOf, periodsOf } from '../../../src/dashboard/pages/analytics/period.ts';

const now = new Date(2026, 2, 5, 13, 30);
const of = (address: string) => periodsOf(new URLSearchParams(address), now);

test.for([
  ['', '2026-02-04', '2026-03-05', '2026-01-05', '2026-02-03'],
  ['days=7', '2026-02-27', '2026-03-05', '2026-02-20', '2026-02-26'],
  ['days=7&compare=year', '2026-02-27', '2026-03-05', '2025-02-27', '2025-03-05'],
  ['period=2026-01-01..2026-01-31', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['period=2024-02-29..2024-02-29&compare=year', '2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
  [
    'period=2026-01-01..2026-01-31&compare=2025-11-01..2025-11-30',
    '2026-01-01',
    '2026-01-31',
    '2025-11-01',
    '2025-11-30',
  ],
] as const)(
  'The address %s means %s to %s, compared with %s to %s',
  ([address, from, to, pastFrom, pastTo]) => {
    const { past, period } = of(address);
    expect([period, past]).toEqual([
      { from, to },
      { from: pastFrom, to: pastTo },
    ]);
  },
);

test.for([
  'days=8',
  'days=toString',
  'period=2026-02-30..2026-03-01',
  'period=2026-03-02..2026-03-01',
  'period=2026-03-01..',
  'compare=tomorrow',
])('An unreadable address %s means the last 30 days, compared with those before', (address) => {
  expect(of(address)).toEqual(of(''));
});

test('The chosen preset is derived from the address', () => {
  expect(of('')).toMatchObject({ preset: '30', comparison: 'before' });
  expect(of('days=90&compare=year')).toMatchObject({ preset: '90', comparison: 'year' });
  const other = of('period=2026-01-01..2026-01-02&compare=2026-01-03..2026-01-04');
  expect(other).toMatchObject({ preset: null, comparison: 'other' });
});

test.for([
  ['2026-01-01', '2026-01-01', 'HOUR'],
  ['2026-01-01', '2026-01-03', 'HOUR'],
  ['2026-01-01', '2026-01-04', 'DAY'],
  ['2026-01-01', '2026-01-31', 'DAY'],
  ['2026-01-01', '2026-02-01', 'WEEK'],
  ['2025-01-01', '2026-01-01', 'WEEK'],
  ['2025-01-01', '2026-01-02', 'MONTH'],
] as const)('From %s to %s the chart has a point for each %s', ([from, to, interval]) => {
  expect(intervalOf({ from, to })).toBe(interval);
});

test.for([
  ['2026-01-01', '2026-01-01', ['HOUR']],
  ['2026-01-01', '2026-01-14', ['HOUR', 'DAY', 'WEEK']],
  ['2026-01-01', '2026-01-15', ['DAY', 'WEEK']],
  ['2026-01-01', '2026-04-10', ['DAY', 'WEEK', 'MONTH']],
  ['2026-01-01', '2026-04-11', ['WEEK', 'MONTH']],
  ['2024-01-01', '2026-06-01', ['MONTH']],
] as const)('From %s to %s the chart offers points for each of %j only', ([from, to, expected]) => {
  expect(intervalsOf({ from, to })).toEqual(expected);
  for (const every of ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']) {
    const shown = intervalOf({ from, to }, every);
    expect(expected).toContain(shown);
    if (expected.includes(every as never)) expect(shown).toBe(every);
  }
});
