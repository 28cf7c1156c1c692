import { expect, test } from 'vitest';
import { ListKind } from '../../../src/core/entities/value-list.ts';
import { BLOCKLIST as BUILT_IN, fitsList } from '../../../src/core/entities/values/list-values.ts';
import { facts, ListedFact } from '../../../src/core/entities/values/rule-facts.ts';
import { EXPIRES_IN_MAX } from '../../../src/core/rules/risk-action.ts';
import {
  BLOCKLIST,
  entryLifetimes,
  fitsKind,
  listedFacts,
  listKindName,
  listKinds,
} from '../../../src/dashboard/act/list-kinds.ts';

test('Every kind of list has a name, a hint and the facts that the service adds to it', () => {
  expect(Object.keys(listKinds).sort()).toEqual([...ListKind.values].sort());
  for (const kind of ListKind.values) {
    const fitting = ListedFact.values.filter((name) => fitsList(kind, facts[name].list));
    expect([kind, listedFacts[kind].map(({ value }) => value).sort()]).toEqual([kind, [...fitting].sort()]);
    expect(listKindName(kind)).toMatch(/^[A-Z]/);
    for (const other of ListKind.values) {
      expect([kind, other, fitsKind(kind, other)]).toEqual([
        kind,
        other,
        kind === other || fitsList(kind, other),
      ]);
    }
  }
  expect(BLOCKLIST).toBe(BUILT_IN);
});

test('Every lifetime to choose is one that the service accepts', () => {
  expect(entryLifetimes.length).toBeGreaterThan(3);
  for (const { value } of entryLifetimes.slice(1)) {
    expect(Number(value)).toBeGreaterThan(0);
    expect(Number(value)).toBeLessThanOrEqual(EXPIRES_IN_MAX);
  }
});
