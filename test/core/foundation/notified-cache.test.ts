import { test as base, expect } from 'vitest';
import { NotifiedCache } from '../../../src/core/foundation/notified-cache.ts';

const test = base.extend('world', () => {
  const world = {
    nowMs: 0,
    isNotified: true,
    stored: 'first',
    reads: 0,
    find: (key = 'key', owner: string | null = 'shop'): Promise<string> =>
      cache.find(
        key,
        async () => {
          world.reads += 1;
          return world.stored;
        },
        () => owner,
      ),
    forget: (...owners: string[]) => cache.forget(new Set(owners)),
    forgetAll: () => cache.forget(null),
  };
  const cache = new NotifiedCache({
    max: 2,
    now: () => new Date(world.nowMs),
    isNotified: () => world.isNotified,
  });
  return world;
});

test('A value is read once a second at most', async ({ world }) => {
  await world.find();
  world.stored = 'second';
  world.nowMs = 999;
  expect(await world.find()).toBe('first');
  world.nowMs = 1_000;
  expect(await world.find()).toBe('second');
  // A clock that is set back does not keep a value for longer.
  world.stored = 'third';
  world.nowMs = -1;
  expect(await world.find()).toBe('third');
  expect(world.reads).toBe(3);
});

test('A change makes the values of its owner forgotten, and no others', async ({ world }) => {
  await world.find('a', 'shop');
  await world.find('b', 'other');
  world.forget('shop');
  world.stored = 'second';
  expect(await world.find('a', 'shop')).toBe('second');
  expect(await world.find('b', 'other')).toBe('first');
  world.forgetAll();
  expect(await world.find('b', 'other')).toBe('second');
});

test('A value that was read while a change was told is not kept', async ({ world }) => {
  const reading = world.find();
  world.forget('shop');
  expect(await reading).toBe('first');
  world.stored = 'second';
  expect(await world.find()).toBe('second');
});

test('Without notifications every value is read, and none is kept', async ({ world }) => {
  await world.find();
  world.isNotified = false;
  world.stored = 'second';
  expect(await world.find()).toBe('second');
  world.stored = 'third';
  expect(await world.find()).toBe('third');
});

test('The least recently used value makes room, and one without an owner is not kept', async ({ world }) => {
  for (const key of ['a', 'b', 'c']) await world.find(key);
  world.stored = 'second';
  expect(await world.find('c')).toBe('first');
  expect(await world.find('a')).toBe('second');
  await world.find('d', null);
  world.stored = 'third';
  expect(await world.find('d', null)).toBe('third');
});
