import { test as base, expect } from 'vitest';
import { NotifiedCache } from '../../../../src/core/foundation/notified-cache.ts';

const test = base.extend('world', () => {
  const world = {
    nowMs: 0,
    isNotified: true,
    stored: 'first',
    reads: 0,
    find: (key = 'key', owner: string | null = 'shop', lane?: string): Promise<string> =>
      cache.find(
        key,
        async () => {
          world.reads += 1;
          const read = world.stored;
          await world.readable;
          if (read === 'failure') throw new Error(read);
          return read;
        },
        () => owner,
        lane,
      ),
    /** The gate for reads. */
    readable: Promise.resolve(),
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
  // Setting a clock back does not keep a value longer.
  world.stored = 'third';
  world.nowMs = -1;
  expect(await world.find()).toBe('third');
  expect(world.reads).toBe(3);
});

test('A change invalidates the values of its owner and no others', async ({ world }) => {
  await world.find('a', 'shop');
  await world.find('b', 'other');
  world.forget('shop');
  world.stored = 'second';
  expect(await world.find('a', 'shop')).toBe('second');
  expect(await world.find('b', 'other')).toBe('first');
  world.forgetAll();
  expect(await world.find('b', 'other')).toBe('second');
});

test('A value read while a change was notified is not kept', async ({ world }) => {
  const reading = world.find();
  world.forget('shop');
  expect(await reading).toBe('first');
  world.stored = 'second';
  expect(await world.find()).toBe('second');
});

test('Without notifications every value is read and none is kept', async ({ world }) => {
  await world.find();
  world.isNotified = false;
  world.stored = 'second';
  expect(await world.find()).toBe('second');
  world.stored = 'third';
  expect(await world.find()).toBe('third');
});

test('The least recently used value is evicted, and a value without an owner is not kept', async ({
  world,
}) => {
  for (const key of ['a', 'b', 'c']) await world.find(key);
  world.stored = 'second';
  expect(await world.find('c')).toBe('first');
  expect(await world.find('a')).toBe('second');
  await world.find('d', null);
  world.stored = 'third';
  expect(await world.find('d', null)).toBe('third');
});

test('Concurrent readers of a value in one lane share one read', async ({ world }) => {
  const read = [world.find('a', 'shop', 'reads'), world.find('a', 'shop', 'reads')];
  expect(await Promise.all(read)).toEqual(['first', 'first']);
  expect(world.reads).toBe(1);
  await Promise.all([
    world.find('b'),
    world.find('b'),
    world.find('b', 'shop', 'x'),
    world.find('b', 'shop', 'y'),
  ]);
  expect(world.reads).toBe(5);
});

test('Reads from before a change, failed reads and reads without an owner are not shared', async ({
  world,
}) => {
  const before = world.find('a', 'shop', 'reads');
  world.forget('shop');
  world.stored = 'second';
  const after = world.find('a', 'shop', 'reads');
  expect(await Promise.all([before, after])).toEqual(['first', 'second']);

  world.stored = 'failure';
  const failed = world.find('b', 'shop', 'reads');
  world.stored = 'third';
  const next = world.find('b', 'shop', 'reads');
  await expect(failed).rejects.toThrow('failure');
  expect(await next).toBe('third');

  const own = world.find('c', null, 'reads');
  world.stored = 'fourth';
  expect(await Promise.all([own, world.find('c', null, 'reads')])).toEqual(['third', 'fourth']);
});

test('A read that takes longer than the cache lifetime is not shared', async ({ world }) => {
  let release = () => {};
  world.readable = new Promise((resolve) => {
    release = resolve;
  });
  const slow = world.find('a', 'shop', 'reads');
  world.nowMs = 1_000;
  world.stored = 'second';
  const next = world.find('a', 'shop', 'reads');
  release();
  expect(await Promise.all([slow, next])).toEqual(['first', 'second']);
});
