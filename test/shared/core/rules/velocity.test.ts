import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { documentedFacts } from '../../../../src/core/entities/values/rule-facts.ts';
import { ValidationErrors } from '../../../../src/core/model/validation-errors.ts';
import { unknownFacts } from '../../../../src/core/rules/known-facts.ts';
import { readCondition } from '../../../../src/core/rules/read-rules.ts';
import { compileCondition, type FactCondition } from '../../../../src/core/rules/rule-conditions.ts';
import { lookUpValues } from '../../../../src/core/rules/rule-lookups.ts';
import { warningsOf } from '../../../../src/core/rules/rule-warnings.ts';
import {
  millisecondsWithin,
  type VelocityCondition,
  velocityDigests,
  velocityLookup,
} from '../../../../src/core/rules/velocity.ts';
import { openIpCountries } from '../../../../src/storage/ip-countries.ts';
import { mmdbOf } from '../../../kit/mmdb.ts';
import { seed } from '../../../kit/property.ts';
import { sandboxShop } from '../../../kit/sandbox-shop.ts';
import { test } from '../../../kit/test.ts';

/** The facts that rules are promised to have. */
const promised =
  `amount currency country shipping_country card_issuing_country ip_country card_network card_type card_isin
  card_issuer payment_method payment_method_type saved_method customer_known customer_age_days customer_payments email
  email_domain disposable_domain phone capture_method setup_future_usage off_session authentication_type payment_channel
  metadata.<key> hour weekday seconds_since_last_success`.split(/\s+/);

const attempts: VelocityCondition = {
  ...{ count: 'attempts', by: 'card', within: '1h' },
  ...{ comparison: 'greater_or_equal', value: 5 },
};
const read = (value: unknown) => {
  const errors = new ValidationErrors();
  readCondition(value, 'when', 0, errors);
  return errors.problems.map(({ param }) => param);
};

test('Every promised fact exists, with its meaning, type and source', () => {
  const facts = new Map(documentedFacts.map(([name, fact]) => [name, fact]));
  for (const name of promised) {
    const { about, source, type } = facts.get(name) ?? {};
    expect([Boolean(about), Boolean(source), Boolean(type?.hint)], name).toEqual([true, true, true]);
  }
});

test('Velocity conditions are refused by path', () => {
  expect(read(attempts)).toEqual([]);
  for (const within of ['1m', '43200m', '720h', '30d'])
    expect(read({ ...attempts, within }), within).toEqual([]);
  for (const within of ['0m', '43201m', '721h', '31d', '1s', '1.5h', ' 1h', '', 60, null])
    expect(read({ ...attempts, within }), String(within)).toEqual(['when.within']);
  expect(read({ ...attempts, value: 10_001 })).toEqual(['when.value']);
  expect(read({ ...attempts, value: -1 })).toEqual(['when.value']);
  expect(read({ ...attempts, comparison: 'in', value: [1, 'two'] })).toEqual(['when.value[1]']);
  expect(read({ ...attempts, comparison: 'starts_with' })).toEqual(['when.comparison']);
  expect(read({ ...attempts, count: 'refunds', by: 'phone' })).toEqual(['when.count', 'when.by']);
  expect(read({ ...attempts, field: 'amount' })).toEqual(['when.field']);
  expect(read({ count: 'attempts' })).toEqual(['when.by', 'when.within', 'when.comparison']);
});

test('Counts that never hold, and facts that are never known, are warned about', () => {
  const warned = (...conditions: FactCondition[]) => {
    const rules = conditions.map((when, i) => ({ name: `${i}`, when, then: {} }));
    return warningsOf('risk', rules).map(({ param }) => param);
  };
  expect(warned({ ...attempts, comparison: 'less_than', value: 0 })).toEqual(['rules[0].when']);
  expect(warned({ ...attempts, comparison: 'less_than', value: 1 })).toEqual([]);
  expect(warned({ all: [attempts, { ...attempts, comparison: 'less_than', value: 5 }] })).toEqual([
    'rules[0].when',
  ]);
  expect(
    warned({ all: [attempts, { ...attempts, within: '2h', comparison: 'less_than', value: 5 }] }),
  ).toEqual([]);
  expect(warned(attempts, { ...attempts, value: 6 })).toEqual(['rules[1]']);
  expect(warned(attempts, { ...attempts, by: 'email', value: 6 })).toEqual([]);
  const ofPayouts = warningsOf('payout_routing', [{ name: 'a', when: attempts, then: {} }]);
  expect(ofPayouts.map(({ param }) => param)).toEqual(['rules[0].when']);

  const when = { not: { field: 'ip_country', comparison: 'equal', value: 'DE' } } as const;
  const addresses = [{ name: 'a', when, then: {} }];
  expect(unknownFacts('risk', addresses, true)).toEqual([]);
  expect(unknownFacts('risk', addresses, false).map(({ param }) => param)).toEqual(['rules[0].when.not']);
  const ofAccount = { field: 'seconds_since_last_success', comparison: 'less_than', value: 9 } as const;
  const unknown = (then: object) =>
    unknownFacts('payment_routing', [{ name: 'a', when: { all: [ofAccount] }, then }], true);
  expect(unknown({ connectors: ['adyen'] })).toEqual([]);
  expect(unknown({ connectors: [] }).map(({ param }) => param)).toEqual(['rules[0].when.all[0]']);
});

test('A count that is not known equals nothing', () => {
  const at = new Date();
  const holds = (comparison: VelocityCondition['comparison'], value: VelocityCondition['value']) =>
    compileCondition({ ...attempts, comparison, value })({ at, facts: {}, metadata: null });
  expect([holds('equal', 0), holds('less_than', 9), holds('in', [0, 1])]).toEqual([false, false, false]);
  expect([holds('not_equal', 0), holds('not_in', [0, 1])]).toEqual([true, true]);
});

const MINUTE_MS = 60_000;

test('Attempts are counted exactly within the time, whatever their times', async ({ service }) => {
  const { merchantId } = await sandboxShop(service);
  const { rows } = service.database;
  const at = new Date('2026-11-30T12:00:00.000Z');
  const within = fc.constantFrom('1m', '7m', '1h', '2d', '30d');
  // Many of them at the boundaries, and a millisecond beside them.
  const ages = within.chain((one) =>
    fc.array(
      fc.oneof(
        fc.constantFrom(-1, 0, 1).map((by) => millisecondsWithin(one)! + by),
        fc.integer({ min: 0, max: 31 * 1440 * MINUTE_MS }),
      ),
      { maxLength: 12 },
    ),
  );
  const samples = fc.sample(fc.record({ within, ages, limit: fc.integer({ min: 0, max: 8 }) }), {
    numRuns: 40,
    seed,
  });
  for (const [n, { ages: chosen, limit, within: time }] of samples.entries()) {
    const card = `card ${n}`;
    const [subject] = velocityDigests(service, merchantId, 'card', card);
    for (const [i, age] of chosen.entries()) {
      const text = `insert into velocity_entries (merchant_id, subject, attempted_at, attempt_id) values ($1, $2, $3, $4)`;
      const values = [merchantId, subject, new Date(at.getTime() - age).toISOString(), `pay_${n}_${i}`];
      await rows.query({ text, values }, merchantId);
    }
    const condition = { ...attempts, within: time, value: limit };
    const lookup = velocityLookup(condition);
    const given = { at, facts: {}, metadata: null, keys: { card } };
    const lookedUp = await lookUpValues({ ports: service, rows }, merchantId, [lookup], given);
    const expected = chosen.filter((age) => age < millisecondsWithin(time)!).length;
    expect(lookedUp.get(lookup.key), time).toBe(Math.min(expected, limit + 1));
    expect(compileCondition(condition)({ ...given, lookedUp })).toBe(expected >= limit);
  }
});

test('The country of an IP address is read from a MaxMind database', async () => {
  const file = path.join(tmpdir(), `countries-${process.pid}.mmdb`);
  await writeFile(file, mmdbOf('Test-Country', { '192.0.2.1': 'FR', '198.51.100.7': 'DE' }));
  const countryOf = (await openIpCountries(file))!;
  expect(['192.0.2.1', '198.51.100.7', '192.0.2.2', 'nonsense'].map(countryOf)).toEqual([
    'FR',
    'DE',
    null,
    null,
  ]);
  expect(await openIpCountries(null)).toBeNull();
  await expect(openIpCountries(`${file}.none`)).rejects.toThrow(
    /^GEOIP_DATABASE must name a MaxMind database/,
  );
  await writeFile(file, mmdbOf('Test-ASN', {}));
  await expect(openIpCountries(file)).rejects.toThrow('is a Test-ASN');
  await writeFile(file, 'nothing');
  await expect(openIpCountries(file)).rejects.toThrow(/^GEOIP_DATABASE must name a MaxMind database/);
});
