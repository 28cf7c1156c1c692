import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { BackgroundWork } from '../../../src/core/foundation/background-work.ts';
import { createLogger } from '../../../src/http/front-door/logging.ts';

test('Work is off while any reason applies, and each change is logged once', () => {
  const lines: { level: string; msg: string; reasons?: string[] }[] = [];
  const log = new Writable({
    write: (line, _encoding, done) => done(void lines.push(JSON.parse(`${line}`))),
  });
  const work = new BackgroundWork(createLogger('info', log));
  const applies = { clock: false, copy: false };
  work.offWhile('clock', () => applies.clock);
  work.offWhile('copy', () => applies.copy);
  const asked = (...reasons: (keyof typeof applies)[]) => {
    for (const reason of ['clock', 'copy'] as const) applies[reason] = reasons.includes(reason);
    const isOn = [work.isOn(), work.isOn()];
    expect(work.offReasons).toEqual(reasons);
    return isOn;
  };
  expect(asked()).toEqual([true, true]);
  expect(lines).toEqual([]);
  expect(asked('clock')).toEqual([false, false]);
  expect(asked('clock', 'copy')).toEqual([false, false]);
  expect(asked('copy')).toEqual([false, false]);
  expect(asked()).toEqual([true, true]);
  expect(lines.map(({ level, msg, reasons }) => [level, reasons ?? msg])).toEqual([
    ['warn', ['clock']],
    ['warn', ['clock', 'copy']],
    ['warn', ['copy']],
    ['info', 'this process takes background work again'],
  ]);
});
