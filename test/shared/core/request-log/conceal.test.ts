import { expect, test } from 'vitest';
import { CONCEALED, CONTENT_MAX, concealed } from '../../../../src/core/request-log/conceal.ts';

const customers = (count: number) =>
  Array.from({ length: count }, () => ({ amount: 100, email: 'a@b.example' }));

test('Content that is too large is left out', () => {
  const kept = Math.floor(CONTENT_MAX / JSON.stringify({ amount: 100, email: CONCEALED }).length) - 1;
  expect(concealed(customers(kept))).toHaveLength(kept);
  expect(concealed(customers(2 * kept))).toBeNull();
  expect(concealed(Array.from({ length: CONTENT_MAX }, () => true))).toBeNull();
  expect(concealed({ description: 'a'.repeat(2 * CONTENT_MAX) })).toEqual({ description: CONCEALED });
});

test('No more of it is looked at than is kept', () => {
  let looked = 0;
  const content = Array.from({ length: 10_000 }, () => ({
    get amount() {
      looked += 1;
      return 100;
    },
  }));
  expect(concealed(content)).toBeNull();
  expect(looked).toBeGreaterThan(100);
  expect(looked).toBeLessThan(CONTENT_MAX / 'amount'.length);
});

test('A response is kept without members that are null, a request with them', () => {
  const content = { status: 'failed', amount: null, attempts: [{ capture_on: null, amount: 1 }, null] };
  expect(concealed(content)).toEqual(content);
  const without = { status: 'failed', attempts: [{ amount: 1 }, null] };
  expect(concealed(content, { nulls: false })).toEqual(without);
});
