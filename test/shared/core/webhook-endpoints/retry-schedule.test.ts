import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  nextAttemptAt,
  randomFrom,
  retryDelaysMs,
} from '../../../../src/core/webhook-endpoints/endpoint-health.ts';
import { readRetryAfter } from '../../../../src/core/webhooks/decide-retry.ts';
import { property } from '../../../kit/property.ts';

const failedAt = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 60 * 60_000;
const later = (ms: number) => new Date(failedAt.getTime() + ms);
const next = (attemptNumber: number, random = 0, retryAfter: Date | null = null) =>
  nextAttemptAt({ attemptNumber, failedAt, retryAfter }, () => random);

test('Retries follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then end', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
  const delays = Array.from({ length: 9 }, (_, i) => next(i + 1));
  expect(delays).toEqual(minutes.map((minute) => later(minute * 60_000)));
  expect([next(10), next(11)]).toEqual([null, null]);
});

property(
  'Jitter adds up to a tenth to a delay and never shortens it',
  fc.integer({ min: 1, max: 9 }),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  (attemptNumber, random) => {
    const delayMs = next(attemptNumber, random)!.getTime() - failedAt.getTime();
    const plainMs = retryDelaysMs[attemptNumber - 1]!;
    expect(delayMs).toBeGreaterThanOrEqual(plainMs);
    expect(delayMs).toBeLessThanOrEqual(plainMs * 1.1);
  },
);

property(
  'Random bytes become numbers from 0 to below 1',
  fc.uint8Array({ minLength: 4, maxLength: 4 }),
  (bytes) => {
    const random = randomFrom(() => bytes)();
    return random >= 0 && random < 1;
  },
);

test('Retry-After defers a retry by at most a day and never advances it', () => {
  expect(next(1, 0, later(60_000))).toEqual(later(60_000));
  expect(next(1, 0, later(48 * HOUR))).toEqual(later(24 * HOUR));
  expect(next(2, 0, later(1_000))).toEqual(later(5 * 60_000));
  expect(next(10, 0, later(60_000))).toBe(null);
});

test.each([
  ['120', later(120_000)],
  [' 7 ', later(7_000)],
  ['Sun, 01 Mar 2026 12:10:00 GMT', later(600_000)],
  ['Sunday, 01-Mar-26 12:10:00 GMT', later(600_000)],
  ['Sun Mar  1 12:10:00 2026', later(600_000)],
])('A Retry-After header is parsed: %s', (header, expected) => {
  expect(readRetryAfter(header, failedAt)).toEqual(expected);
});

test.each([
  null,
  '',
  '0',
  '-5',
  '1.5',
  '1e3',
  'soon',
  '2026-03-01T12:10:00Z',
  'Sun, 01 Mar 2026 11:59:59 GMT',
  'Sun, 99 Mar 2026 12:00:00 GMT',
  '9999999999999999',
])('A Retry-After header is ignored: %s', (header) => {
  expect(readRetryAfter(header, failedAt)).toBe(null);
});
