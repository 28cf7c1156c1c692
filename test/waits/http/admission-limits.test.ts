import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Admission } from '../../../src/http/load/admission.ts';

const READ_BURST = 8;
/** The windows that the limit on reads is adapted in. */
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

/** For some windows, tries a read again after each refusal. */
function insist(): void {
  for (let windows = 0; windows < 4; windows += 1) {
    if (admission.refuses('read')) admission.noteRefusal('read');
    vi.advanceTimersByTime(WINDOW_MS);
  }
}

test('A burst of reads is served whatever wait is expected, and the next is refused', () => {
  expectedWaitMs = 10_000;
  expect(admission.refuses('read')).toBe(false);
  const end = admitReads(READ_BURST);
  expect(admission.refuses('read')).toBe(true);
  expect(() => admitReads(1)).toThrow('The service is busy.');
  end();
  expect(admission.refuses('read')).toBe(false);
});

test('Other commands are refused for their wait alone', () => {
  expect(admission.refuses('write')).toBe(false);
  expectedWaitMs = 1_001;
  expect(admission.refuses('write')).toBe(true);
});

test('Refusals on a busy event loop do not lower the number of reads unless payments come', () => {
  expectedWaitMs = 10_000;
  const end = admitReads(READ_BURST);
  insist();
  expectedWaitMs = 0;
  expect(admission.refuses('read')).toBe(false);

  admission.admit('money', new EventEmitter() as ServerResponse);
  expectedWaitMs = 10_000;
  insist();
  expectedWaitMs = 0;
  expect(admission.refuses('read')).toBe(true);
  end();
});
