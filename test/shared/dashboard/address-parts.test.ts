import { expect, test } from 'vitest';
import { isZone, startOfDayIn } from '../../../src/dashboard/data/zones.ts';
import { listed, listOf } from '../../../src/dashboard/list/listed.ts';
import { amountsAs, soughtPayments } from '../../../src/dashboard/list/sought.ts';

const zones = [
  ...['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'America/St_Johns', 'Asia/Kathmandu', 'Asia/Tokyo'],
  // Clocks change by half an hour, at midnight, and by a whole day.
  ...['Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut', 'Pacific/Kiritimati', 'Pacific/Chatham'],
];
const MINUTE_MS = 60_000;

test.for(zones)('Each day of a year in %s starts with its first minute', (zone) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  for (let date = 1; date <= 365; date += 1) {
    const wanted = new Date(Date.UTC(2026, 0, date)).toISOString().slice(0, 10);
    const [year, month, dayOfMonth] = wanted.split('-').map(Number) as [number, number, number];
    const start = startOfDayIn(zone, year, month, dayOfMonth).getTime();
    expect([wanted, day.format(start), day.format(start - MINUTE_MS) < wanted]).toEqual([
      wanted,
      wanted,
      true,
    ]);
  }
});

test('An unknown zone is invalid', () => {
  expect(['Europe/Berlin', 'Europe/Atlantis', '', null].map(isZone)).toEqual([true, false, false, false]);
});

const of = (typed: string) =>
  amountsAs('netAmount', [typed], ([minorUnits]) => ({ eq: minorUnits })).map(({ netAmount }) => netAmount);

test.for([
  ['17', [1_700, 17, 17_000, 170_000]],
  ['17.00', [1_700, 17_000, 170_000]],
  ['17,5', [1_750, 17_500, 175_000]],
  ['€17.00', [1_700, 17_000, 170_000]],
  ['KWD 1,152.105', [1_152_105, 11_521_050]],
  ['77.770', [77_770, 777_700]],
  ['1,000', [100_000, 1_000, 1_000_000, 10_000_000]],
  ["1'152.10 CHF", [115_210, 1_152_100, 11_521_000]],
  ['order-17', []],
  ['', []],
] as const)(
  '%s is parsed to minor units in currencies with two, no, three and four decimals',
  ([typed, units]) => {
    expect(of(typed)).toEqual(units.map((eq) => ({ eq })));
  },
);

test('Text without a number is searched as text, and decimals only match amounts', () => {
  expect(soughtPayments(' ada@example.com ')).toEqual({ search: 'ada@example.com' });
  const { or } = soughtPayments('4242') as { or: object[] };
  expect(or).toContainEqual({ cardLast4: { eq: '4242' } });
  expect(or).toContainEqual({ search: '4242' });
  expect(JSON.stringify(soughtPayments('17.00'))).not.toContain('search');
});

test('A value with a comma stays one list value in the address', () => {
  const banks = ['JPMORGAN CHASE BANK, N.A.', 'Sandbox Bank', 'C:\\,'];
  expect(listOf(banks.map(listed).join(','))).toEqual(banks);
  expect([listOf(null), listOf(','), listOf('a,,b')]).toEqual([[], [], ['a', 'b']]);
});
