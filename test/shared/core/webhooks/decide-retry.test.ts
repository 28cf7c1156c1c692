import { expect, test } from 'vitest';
import { decideRetry, type PostOutcome } from '../../../../src/core/webhooks/decide-retry.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(at.getTime() + ms);
const answered = (statusCode: number, retryAfter: string | null = null): PostOutcome => ({
  kind: 'response',
  statusCode,
  retryAfter,
});
const judged = (outcome: PostOutcome, attemptNumber = 1) =>
  decideRetry({ attemptNumber, completedAt: at, outcome }, () => 0);

test.each([200, 201, 202, 204, 299])('A delivery that gets %i is delivered', (status) => {
  expect(judged(answered(status, '60'))).toEqual({
    status: 'delivered',
    errorMessage: null,
    nextAttemptAt: null,
    pauseUntil: null,
    disablesEndpoint: false,
  });
});

test.each([100, 199, 300, 301, 304, 308, 400, 401, 404, 500, 599])(
  'A delivery that gets %i is retried',
  (status) => {
    const { errorMessage, ...verdict } = judged(answered(status));
    expect(verdict).toEqual({
      status: 'pending',
      nextAttemptAt: later(5_000),
      pauseUntil: null,
      disablesEndpoint: false,
    });
    expect(errorMessage).toMatch(new RegExp(`^The endpoint responded with ${status}\\.`));
    expect(errorMessage!.includes('Redirects')).toBe(status >= 300 && status < 400);
  },
);

test('A delivery that gets 410 disables the endpoint', () => {
  expect(judged(answered(410, '60'))).toMatchObject({
    status: 'failed',
    nextAttemptAt: null,
    disablesEndpoint: true,
  });
});

test('Retry-After defers the delivery, and with 429 or 503 the whole endpoint', () => {
  const putOff = { status: 'pending', nextAttemptAt: later(60_000) };
  expect(judged(answered(500, '60'))).toMatchObject({ ...putOff, pauseUntil: null });
  expect(judged(answered(429, '60'))).toMatchObject({ ...putOff, pauseUntil: later(60_000) });
  expect(judged(answered(503, '60'))).toMatchObject({ ...putOff, pauseUntil: later(60_000) });
  expect(judged(answered(503))).toMatchObject({ pauseUntil: null });
});

test('A delivery without a response records the reason and fails at the tenth attempt', () => {
  const silence: PostOutcome = {
    kind: 'no_response',
    message: 'The connection was refused (ECONNREFUSED).',
  };
  expect(judged(silence, 9)).toMatchObject({ status: 'pending', errorMessage: silence.message });
  expect(judged(silence, 10)).toMatchObject({ status: 'failed', nextAttemptAt: null });
});
