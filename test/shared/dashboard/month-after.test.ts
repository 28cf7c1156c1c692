import { expect, test } from 'vitest';
import { monthAfter } from '../../../src/dashboard/data/time.ts';

test.each([
  ['2026-01-15T10:00:00', '2026-02-15T10:00:00'],
  ['2026-01-31T10:00:00', '2026-02-28T10:00:00'],
  ['2028-01-30T10:00:00', '2028-02-29T10:00:00'],
  ['2026-10-31T10:00:00', '2026-11-30T10:00:00'],
  ['2026-12-31T23:59:00', '2027-01-31T23:59:00'],
])('One month after %s is %s', (before, after) => {
  expect(monthAfter(new Date(before))).toEqual(new Date(after));
});
