import { expect, test } from 'vitest';
import { LearnedRouting } from '../../../../src/core/derived/learned-routing.ts';
import { ATTEMPTS_MAX } from '../../../../src/core/derived/read-attempts.ts';
import type { RowSource, Statement } from '../../../../src/core/foundation/transaction.ts';
import { weightsAt } from '../../../../src/core/routing/learned/cells.ts';

/** Attempts of one cell, each an array element: their times, in order. Answers as the statement does, and keeps the periods. */
function attemptsOf(times: number[]) {
  const asked: { from: number; to: number; limit: number; found: number }[] = [];
  const query = async ({ text, values }: Statement) => {
    if (text.includes('active_rules')) return [{ merchant_id: 'm', profile_id: 'p' }];
    const [from, to, at] = values.slice(2).map((value) => new Date(String(value)).getTime()) as [
      number,
      number,
      number,
    ];
    const limit = Number(/limit (\d+)/.exec(text)![1]);
    const found = times.filter((time) => time >= from && time < to).slice(-limit);
    asked.push({ from, to, limit, found: found.length });
    if (found.length === 0) return [];
    const decided = found.reduce((sum, time) => sum + weightsAt(at - time).lasting, 0);
    return [
      {
        ...{ account: 'a', payment_method: 'card', country: 'DE', card_network: 'visa', funding: 'credit' },
        ...{ currency: 'EUR', approved: decided, decided, recent_approved: 0, recent_decided: 0 },
        ...{ latest_approved: 0, latest_decided: 0, charged: null, fees: null, fee_count: null },
        ...{ count: String(found.length), oldest: new Date(found[0]!) },
      },
    ];
  };
  return { asked, rows: { query } as unknown as RowSource };
}

test('Attempts beyond those that are read again are kept, read once, and lose weight', async () => {
  const start = Date.UTC(2026, 0, 10);
  const spacing = 2_000;
  const times = Array.from({ length: ATTEMPTS_MAX.settled + 20_000 }, (_, i) => start + i * spacing);
  let now = times.at(-1)! + 10 * 60_000;
  const { asked, rows } = attemptsOf(times);
  const learned = new LearnedRouting({ rows, now: () => new Date(now), onError: () => {}, seed: null });
  const expected = () => times.reduce((sum, time) => sum + weightsAt(now - time).lasting, 0);
  const decided = () => learned.cellsOf('m', 'p').cell('a', '')!.decided;
  await learned.refresh();
  expect(decided()).toBeCloseTo(expected(), 0);
  expect(asked.map(({ found }) => found)).toEqual([ATTEMPTS_MAX.settled, 20_000, 0]);
  for (let i = 0; i < 300; i++) times.push(times.at(-1)! + spacing);
  asked.length = 0;
  now += 10 * 60_000;
  await learned.refresh();
  expect(decided()).toBeCloseTo(expected(), 0);
  // Those read once are not read again: only as many as came.
  expect(asked.find(({ limit }) => limit === ATTEMPTS_MAX.old)!.found).toBe(300);
  // A clock that is set back starts anew.
  now -= 20 * 60_000;
  await learned.refresh();
  expect(decided()).toBeCloseTo(expected(), -2);
});
