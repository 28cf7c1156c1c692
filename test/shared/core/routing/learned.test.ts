import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeeTableEntry } from '../../../../src/core/entities/values/fee-table.ts';
import { OBSERVATIONS_MIN } from '../../../../src/core/routing/learned/approval-model.ts';
import { cellKeys, halfLives, LearnedCells } from '../../../../src/core/routing/learned/cells.ts';
import { drawBeta, seededDraw } from '../../../../src/core/routing/learned/draw-beta.ts';
import { expectationOf } from '../../../../src/core/routing/learned/expected-approval.ts';
import { ExploredShare } from '../../../../src/core/routing/learned/explored-share.ts';
import { byLeastCost, expectedFee, feeKeys, feeRow } from '../../../../src/core/routing/learned/fees.ts';
import { bySuccessRate } from '../../../../src/core/routing/learned/success-rate.ts';
import { seed } from '../../../kit/property.ts';
import { simulate } from '../../../simulation/simulate.ts';

const facts = { payment_method: 'card', country: 'DE', card_network: 'Visa', funding: 'credit' };
const french = { ...facts, country: 'FR' };
const attempts = (approved: number, decided: number) => ({ approved, decided });
const accounts = ['a', 'b', 'c'].map((id) => ({ merchant_connector_id: id }));

test('A cell decides from 30 observations on, below it the coarser one', () => {
  const learned = new LearnedCells();
  learned.add('a', cellKeys(french), attempts(900, 1000));
  const keys = cellKeys(facts);
  learned.add('a', keys, attempts(0, OBSERVATIONS_MIN - 1));
  // All countries decide: 900 of 1029.
  expect(expectationOf(learned, 'a', keys).observations).toBe(1000 + OBSERVATIONS_MIN - 1);
  const before = expectationOf(learned, 'a', keys);
  // What too few observations say is explored by, but does not decide.
  expect(before.belief.mean).toBeLessThan(before.mean - 0.1);
  learned.add('a', keys, attempts(0, 1));
  const decided = expectationOf(learned, 'a', keys);
  expect(decided.observations).toBe(OBSERVATIONS_MIN);
  expect(decided.mean).toBeLessThan(0.6);
  expect(expectationOf(learned, 'a', cellKeys(french)).mean).toBeCloseTo(0.9, 1);
  // Without any attempt of its own, an account is expected to do as all together.
  expect(expectationOf(learned, 'b', cellKeys(french))).toMatchObject({ observations: 0 });
  expect(expectationOf(learned, 'b', cellKeys(french)).mean).toBeCloseTo(0.9, 1);
});

test('Expectations are shares that count as their observations, and more approvals never lower them', () => {
  const counts = fc
    .tuple(fc.nat(2000), fc.nat(2000))
    .map(([a, b]) => attempts(Math.min(a, b), Math.max(a, b)));
  fc.assert(
    fc.property(counts, counts, fc.nat(50), (german, other, more) => {
      const of = (added: number) => {
        const learned = new LearnedCells();
        learned.add('a', cellKeys(facts), {
          approved: german.approved + added,
          decided: german.decided + 50,
        });
        learned.add('a', cellKeys(french), other);
        return expectationOf(learned, 'a', cellKeys(facts));
      };
      const [less, greater] = [of(0), of(more)];
      expect(less.mean).toBeGreaterThan(0);
      expect(greater.mean).toBeLessThan(1);
      expect(greater.mean).toBeGreaterThanOrEqual(less.mean - 1e-9);
      expect(less.belief.weight).toBeGreaterThan(0);
      expect(less.belief.mean).toBeGreaterThan(0);
      expect(greater.belief.mean).toBeLessThan(1);
    }),
    { seed },
  );
});

test('Weights halve after the half-life, also where cells are added up', () => {
  const keys = cellKeys(facts);
  const learned = new LearnedCells();
  learned.add('a', keys, { ...attempts(950, 1000), ...{ recentDecided: 16, latestDecided: 16 } });
  learned.age(halfLives.lasting);
  expect(learned.cell('a', keys[0]!)).toMatchObject({ approved: 475, decided: 500 });
  const later = new LearnedCells();
  later.add('a', keys, attempts(10, 20));
  const sum = later.plus(learned, halfLives.lasting);
  for (const key of keys) expect(sum.cell('a', key)).toMatchObject({ approved: 247.5, decided: 270 });
  const short = new LearnedCells();
  short.add('a', keys, { recentDecided: 16, latestDecided: 16 });
  short.age(halfLives.recent);
  expect(short.cell('a', keys[0]!)).toMatchObject({ recentDecided: 8 });
  expect(short.cell('a', keys[0]!)!.latestDecided).toBeLessThan(0.1);
});

/** Attempts of the last moments. */
const now = (approved: number, decided: number) => ({
  ...{ approved, decided, recentApproved: approved, recentDecided: decided },
  ...{ latestApproved: approved, latestDecided: decided },
});

test('An outage in some countries is known in all, counts for minutes, and leaves other accounts alone', () => {
  const learned = new LearnedCells();
  const countries = ['DE', 'FR', 'GB', 'US', 'BR'].map((country) => cellKeys({ ...facts, country }));
  for (const keys of countries) {
    learned.add('a', keys, attempts(900, 1000));
    learned.add('b', keys, attempts(850, 1000));
  }
  const first = () => bySuccessRate(learned, accounts.slice(0, 2), countries[0]!, null).ranked[0]!.account;
  const before = expectationOf(learned, 'b', countries[0]!).mean;
  expect(first()).toBe(accounts[0]);
  // Three declines in each of four countries: too few to tell in any of them.
  for (const keys of countries.slice(1)) learned.add('a', keys, now(0, 3));
  expect(first()).toBe(accounts[1]);
  for (const keys of countries) expect(expectationOf(learned, 'a', keys).mean).toBeLessThan(0.2);
  expect(expectationOf(learned, 'a', countries[0]!).belief.weight).toBeLessThan(20);
  expect(expectationOf(learned, 'b', countries[0]!).mean).toBeCloseTo(before, 2);
  learned.age(2 * 3_600_000);
  expect(first()).toBe(accounts[0]);
});

test('An outage of one country is known there only, and usual declines are none', () => {
  const learned = new LearnedCells();
  const [german, other] = [cellKeys(facts), cellKeys(french)];
  for (const keys of [german, other]) learned.add('a', keys, attempts(4000, 5000));
  learned.add('a', other, now(80, 100));
  const usual = expectationOf(learned, 'a', other).mean;
  learned.add('a', german, now(0, 8));
  expect(expectationOf(learned, 'a', german).mean).toBeLessThan(0.3);
  expect(expectationOf(learned, 'a', other).mean).toBeCloseTo(usual, 2);
});

test('Whatever attempts say, expectations are shares, and an outage never raises one', () => {
  const cell = fc.record({
    account: fc.constantFrom('a', 'b'),
    country: fc.constantFrom('DE', 'FR', null),
    card_network: fc.constantFrom('Visa', 'Amex', null),
    decided: fc.integer({ min: 1, max: 500 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    latest: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
      const [usual, out] = [new LearnedCells(), new LearnedCells()];
      for (const { account, decided, latest, share, ...of } of cells) {
        const keys = cellKeys({ ...facts, ...of });
        usual.add(account, keys, attempts(share * decided, decided + latest));
        out.add(account, keys, attempts(share * decided, decided + latest));
        out.add(account, keys, { recentDecided: latest, latestDecided: latest });
      }
      for (const account of ['a', 'b', 'c']) {
        for (const keys of [cellKeys(facts), cellKeys({ ...facts, country: null, card_network: 'Amex' })]) {
          const [without, within] = [expectationOf(usual, account, keys), expectationOf(out, account, keys)];
          for (const { belief, mean } of [without, within]) {
            for (const one of [mean, belief.mean]) expect(one > 0 && one < 1).toBe(true);
            expect(belief.weight).toBeGreaterThan(0);
          }
          expect(within.mean).toBeLessThanOrEqual(without.mean + 1e-9);
        }
      }
    }),
    { seed },
  );
});

test('What an account does with a network in one country is expected of it in another', () => {
  const learned = new LearnedCells();
  for (const country of ['DE', 'FR', 'GB', 'US']) {
    for (const [card_network, share] of Object.entries({ Visa: 0.9, Amex: 0.6 })) {
      learned.add('a', cellKeys({ ...facts, country, card_network }), attempts(share * 200, 200));
      learned.add('b', cellKeys({ ...facts, country, card_network }), attempts(160, 200));
    }
  }
  learned.add('a', cellKeys({ ...facts, country: 'BR' }), attempts(180, 200));
  const amex = cellKeys({ ...facts, country: 'BR', card_network: 'Amex' });
  // No attempt with Amex in Brazil.
  expect(expectationOf(learned, 'a', amex).mean).toBeLessThan(
    expectationOf(learned, 'a', cellKeys({ ...facts, country: 'BR' })).mean - 0.1,
  );
});

test('Draws from a Beta distribution have its mean and variance', () => {
  const draw = seededDraw(7);
  for (const [mean, weight] of [
    [0.9, 30],
    [0.3, 200],
    [0.5, 1],
  ] as const) {
    const drawn = Array.from({ length: 20_000 }, () => drawBeta({ mean, weight }, draw));
    const average = drawn.reduce((sum, share) => sum + share, 0) / drawn.length;
    const variance = drawn.reduce((sum, share) => sum + (share - average) ** 2, 0) / drawn.length;
    expect(average).toBeCloseTo(mean, 1);
    expect(variance / ((mean * (1 - mean)) / (weight + 1))).toBeCloseTo(1, 0);
    expect(drawn.every((share) => share >= 0 && share <= 1)).toBe(true);
  }
});

test('Exploration never exceeds its share of the payments of a day, whatever the sequence', () => {
  const step = fc.record({ wants: fc.boolean(), hours: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.array(step, { maxLength: 300 }), (percent, steps) => {
      const share = new ExploredShare(percent);
      let at = Date.UTC(2026, 0, 1);
      const byDay = new Map<number, { explored: number; decided: number }>();
      for (const { hours, wants } of steps) {
        at += hours * 3_600_000;
        const day = Math.floor(at / 86_400_000);
        const counts = byDay.get(day) ?? { explored: 0, decided: 0 };
        byDay.set(day, counts);
        counts.decided++;
        const explores = share.decide(wants, new Date(at));
        if (explores) counts.explored++;
        expect(explores && !wants).toBe(false);
        expect(counts.explored * 100).toBeLessThanOrEqual(percent * counts.decided);
        expect(share.counts).toEqual(counts);
      }
    }),
    { seed },
  );
});

test('The account with most expected approvals is first unless it explores, and a seed repeats every choice', () => {
  const learned = new LearnedCells();
  const keys = cellKeys(facts);
  learned.add('a', keys, attempts(80, 100));
  learned.add('b', keys, attempts(95, 100));
  const choose = (from: number) => {
    const draw = seededDraw(from);
    const mayExplore = (wants: boolean) => wants;
    return Array.from({ length: 200 }, () => bySuccessRate(learned, accounts, keys, { draw, mayExplore }));
  };
  expect(bySuccessRate(learned, accounts, keys, null).ranked.map(({ account }) => account)[0]).toBe(
    accounts[1],
  );
  const chosen = choose(3);
  expect(choose(3)).toEqual(chosen);
  expect(chosen.filter(({ explores }) => explores).length).toBeGreaterThan(5);
  for (const { explores, ranked } of chosen) {
    expect(new Set(ranked.map(({ account }) => account)).size).toBe(3);
    expect(ranked[0]!.account === accounts[1]).toBe(!explores);
  }
  const never = { draw: seededDraw(1), mayExplore: () => false };
  expect(bySuccessRate(learned, accounts, keys, never)).toMatchObject({ explores: false });
});

const row = (members: Partial<FeeTableEntry>): FeeTableEntry => ({
  rate: 100,
  fixed: 10,
  currency: 'EUR',
  ...members,
});
const charged = { ...facts, amount: 10_000, currency: 'EUR' };

test('The row of a fee table that names most counts, the first of several', () => {
  const table = [
    row({ rate: 1 }),
    row({ rate: 2, card_network: 'visa' }),
    row({ rate: 3, card_network: 'Visa', country: 'DE' }),
    row({ rate: 4, card_type: 'credit', country: 'DE' }),
    row({ rate: 5, card_type: 'debit', country: 'DE', card_network: 'Visa' }),
    row({ rate: 6, country: 'DE', card_type: 'credit', card_network: 'Visa', currency: 'USD' }),
  ];
  expect(feeRow(table, charged)?.rate).toBe(3);
  expect(feeRow(table, { ...charged, country: null })?.rate).toBe(2);
  expect(feeRow(table, { ...charged, country: null, card_network: null })?.rate).toBe(1);
  expect(feeRow(table, { ...charged, currency: 'USD' })?.rate).toBe(6);
  expect(feeRow(table, { ...charged, currency: 'JPY' })).toBeNull();
});

test('Measured fees go before the fee table, and accounts without a fee come last', () => {
  const learned = new LearnedCells();
  const withTable = { merchant_connector_id: 'a', fee_table: [row({})] };
  const without = { merchant_connector_id: 'b', fee_table: [] };
  expect(expectedFee(learned, withTable, charged)).toEqual({ fee: 110, observations: 0 });
  expect(byLeastCost(learned, [without, withTable], charged).map(({ account }) => account)).toEqual([
    withTable,
    without,
  ]);
  learned.add('b', feeKeys(facts, 'EUR'), { charged: 300_000, fees: 3000, feeCount: 29 });
  expect(expectedFee(learned, without, charged)).toBeNull();
  learned.add('b', feeKeys(french, 'EUR'), { charged: 100_000, fees: 1000, feeCount: 10 });
  expect(expectedFee(learned, without, charged)).toEqual({ fee: 100, observations: 39 });
  expect(byLeastCost(learned, [withTable, without], charged)[0]!.account).toBe(without);
  expect(expectedFee(learned, without, { ...charged, currency: 'USD' })).toBeNull();
});

test('In the simulation, learning gains most of what an oracle gains over the best fixed order', () => {
  const { explored, gained, outcomes } = simulate(50_000, 2);
  expect(gained).toBeGreaterThan(0.7);
  expect(explored).toBeLessThanOrEqual(0.05);
  expect(outcomes.map(({ name }) => name)).toEqual([
    'oracle',
    'success_rate',
    'best priority',
    'equal split',
  ]);
  expect(outcomes.every(({ regret }) => regret >= -1e-9)).toBe(true);
});
