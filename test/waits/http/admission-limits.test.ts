import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission } from '../../../src/http/load/admission.ts';

const READ_BURST = 8;
/** The windows in which the limit on reads adapts. */
const WINDOW_MS = 100;

let expectedWaitMs: number;
let admission: Admission;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  expectedWaitMs = 0;
  // Any work at all counts as a busy event loop.
  const limits = { readBurst: READ_BURST, eventLoopPercent: 0 };
  admission = new Admission(() => expectedWaitMs, pino({ level: 'silent' }), limits);
});
afterEach(() => {
  admission.stop();
  vi.useRealTimers();
});

/** Admits reads and returns what ends them. */
function admitReads(count: number): () => void {
  const responses = Array.from({ length: count }, () => new EventEmitter() as ServerResponse);
  for (const response of responses) admission.admit('read', response);
  return () => {
    for (const response of responses) response.emit('close');
  };
}

/** A merchant's read, with a response of some bytes; `isHandled` once its turn has come. */
function read(merchantId: string, bytes = 0) {
  const response = new EventEmitter() as ServerResponse;
  response.getHeader = () => String(bytes);
  response.writeHead = () => response;
  admission.admit('read', response);
  const begin = () => void response.writeHead(200);
  const state = { merchantId, isHandled: false, begin, end: () => void response.emit('close') };
  const turn = admission.turn(merchantId, response);
  if (turn) void turn.then(() => (state.isHandled = true));
  else state.isHandled = true;
  return state;
}

const money = () => admission.admit('money', new EventEmitter() as ServerResponse);
/** Lets pending promises run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('A burst of reads is served whatever its expected wait, and the next is refused', () => {
  expectedWaitMs = 10_000;
  expect(admission.refuses('read')).toBe(false);
  const end = admitReads(READ_BURST);
  expect(admission.refuses('read')).toBe(true);
  expect(() => admitReads(1)).toThrow('The service is busy.');
  end();
  expect(admission.refuses('read')).toBe(false);
});

test('Other commands are refused only for their wait', () => {
  expect(admission.refuses('write')).toBe(false);
  expectedWaitMs = 1_001;
  expect(admission.refuses('write')).toBe(true);
});

test('While payments arrive and the event loop is busy, fewer reads run at a time and none is refused', async () => {
  vi.advanceTimersByTime(10 * WINDOW_MS);
  const before = Array.from({ length: READ_BURST - 2 }, () => read('one'));
  expect(before.every(({ isHandled }) => isHandled)).toBe(true);
  money();
  vi.advanceTimersByTime(30 * WINDOW_MS);
  for (const { end } of before) end();
  const reads = Array.from({ length: READ_BURST }, () => read('one'));
  await settle();
  expect(reads.filter(({ isHandled }) => isHandled)).toHaveLength(1);
  expect(admission.refusals.read).toBe(0);
  for (const each of reads) {
    await settle();
    expect(each.isHandled).toBe(true);
    each.end();
  }
});

test('Waiting reads run merchant by merchant, weighted by the bytes each merchant received', async () => {
  money();
  vi.advanceTimersByTime(30 * WINDOW_MS);
  const long = Array.from({ length: 5 }, () => read('long', 100_000));
  const short = Array.from({ length: 4 }, () => read('short', 500));
  // A long read runs at once; from then on short ones go first, though they arrived later.
  for (const each of [long[0]!, ...short]) {
    await settle();
    expect([each.isHandled, long[1]!.isHandled]).toEqual([true, false]);
    each.end();
  }
  await settle();
  expect(long.map(({ isHandled }) => isHandled)).toEqual([true, true, false, false, false]);
});

test('A waiting read leaves the queue when its client hangs up', async () => {
  money();
  vi.advanceTimersByTime(30 * WINDOW_MS);
  const [first, second, third] = ['one', 'two', 'three'].map((name) => read(name));
  second!.end();
  first!.end();
  await settle();
  expect(third!.isHandled).toBe(true);
});

test('A read whose response has started frees its slot: a slow client blocks nobody', async () => {
  money();
  vi.advanceTimersByTime(30 * WINDOW_MS);
  const [first, second] = [read('one'), read('two')];
  expect(second.isHandled).toBe(false);
  first.begin();
  await settle();
  expect(second.isHandled).toBe(true);
  first.end();
  second.end();
});
