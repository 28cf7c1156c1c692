import { expect, test } from 'vitest';
import { exportName } from '../../../src/dashboard/list/export-name.ts';

const now = new Date(2026, 10, 27, 9, 30);

test.for([
  ['2026-11-01..2026-11-27', 'payments 2026-11-01 to 2026-11-27.csv'],
  ['2026-11-01..', 'payments 2026-11-01 to 2026-11-27.csv'],
  ['..2026-10-31', 'payments until 2026-10-31.csv'],
  [null, 'payments until 2026-11-27.csv'],
  [
    '2026-11-26T14:00:00.000Z..2026-11-26T15:00:00.000Z',
    'payments 2026-11-26T14.00Z to 2026-11-26T15.00Z.csv',
  ],
  ['../..<script>', 'payments until 2026-11-27.csv'],
] as const)('The export of the period %s is named %s', ([created, name]) => {
  expect(exportName('payments', created, now)).toBe(name);
  expect(name).toMatch(/^[\w .-]+$/);
});
