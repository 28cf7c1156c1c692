import { afterEach, expect, test, vi } from 'vitest';
import { connectorGuard } from '../../../src/connectors/guard.ts';
import { NotSentError } from '../../../src/core/foundation/ports/connector.ts';

const ACCOUNT = 'mer_1/mca_1';
const down = () => Promise.reject(new NotSentError('Nobody listens there.'));

afterEach(() => void vi.useRealTimers());

test('A circuit opens at its fifth failure until a call may probe it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const guard = connectorGuard(1_000);
  expect(guard.isOpen(ACCOUNT)).toBe(false);
  for (let i = 0; i < 4; i += 1) await guard.run(ACCOUNT, down).catch(() => {});
  expect(guard.isOpen(ACCOUNT)).toBe(false);
  await guard.run(ACCOUNT, down).catch(() => {});
  expect([guard.isOpen(ACCOUNT), guard.isOpen('mer_1/mca_2')]).toEqual([true, false]);
  vi.setSystemTime(Date.now() + 10_000);
  expect(guard.isOpen(ACCOUNT)).toBe(false);
});

test('A circuit counts as open during a probe, and closes when the probe succeeds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const guard = connectorGuard(1_000);
  for (let i = 0; i < 5; i += 1) await guard.run(ACCOUNT, down).catch(() => {});
  vi.setSystemTime(Date.now() + 10_000);
  await guard.run(ACCOUNT, down).catch(() => {});
  expect(guard.isOpen(ACCOUNT)).toBe(true);
  vi.setSystemTime(Date.now() + 10_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const probe = guard.run(ACCOUNT, () => promise);
  expect(guard.isOpen(ACCOUNT)).toBe(true);
  resolve();
  await probe;
  expect(guard.isOpen(ACCOUNT)).toBe(false);
});

test('A circuit shows its state and since when', async () => {
  const START = Date.UTC(2026, 10, 23);
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const guard = connectorGuard(1_000);
  const circuit = () => guard.circuitOf(ACCOUNT);
  expect(circuit()).toEqual({ state: 'CLOSED', since: null });
  for (let i = 0; i < 5; i += 1) await guard.run(ACCOUNT, down).catch(() => {});
  expect(circuit()).toEqual({ state: 'OPEN', since: new Date(START) });
  vi.setSystemTime(START + 10_000);
  expect(circuit()).toEqual({ state: 'HALF_OPEN', since: new Date(START + 10_000) });
  vi.setSystemTime(START + 12_000);
  await guard.run(ACCOUNT, down).catch(() => {});
  expect(circuit()).toEqual({ state: 'OPEN', since: new Date(START + 12_000) });
  vi.setSystemTime(START + 25_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const probe = guard.run(ACCOUNT, () => promise);
  expect(circuit()).toEqual({ state: 'HALF_OPEN', since: new Date(START + 22_000) });
  resolve();
  await probe;
  expect(circuit()).toEqual({ state: 'CLOSED', since: new Date(START + 25_000) });
});

test('A circuit opened with a fast clock is forgotten once the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 14) });
  const guard = connectorGuard(1_000);
  for (let i = 0; i < 5; i += 1) await guard.run(ACCOUNT, down).catch(() => {});
  expect([guard.isOpen(ACCOUNT), guard.countCircuits().open]).toEqual([true, 1]);
  vi.setSystemTime(Date.UTC(2026, 10, 23, 12));
  expect([guard.isOpen(ACCOUNT), guard.circuitOf(ACCOUNT).state]).toEqual([false, 'CLOSED']);
  expect(guard.countCircuits()).toEqual({ open: 0, closed: 0 });
  await expect(guard.run(ACCOUNT, async () => 'answered')).resolves.toBe('answered');
});

const silent = () => Promise.reject(new DOMException('No answer.', 'TimeoutError'));
const answers = () => Promise.resolve();

test('Time-outs open a circuit only if more than half of the calls time out', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const guard = connectorGuard(1_000);
  for (let i = 0; i < 20; i += 1) {
    await guard.run(ACCOUNT, answers);
    await guard.run(ACCOUNT, silent).catch(() => {});
  }
  expect(guard.isOpen(ACCOUNT)).toBe(false);
  for (let i = 0; i < 5; i += 1) await guard.run('mer_1/mca_2', silent).catch(() => {});
  expect(guard.isOpen('mer_1/mca_2')).toBe(true);
});

test('A call that ignores its signal still ends at the deadline', async () => {
  const guard = connectorGuard(50);
  const ignores = guard.run(ACCOUNT, () => new Promise<never>(() => {}));
  await expect(ignores).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('calls of a process that stops end early as calls without a response, also those that begin later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const guard = connectorGuard(20_000);
  const signals: AbortSignal[] = [];
  const call = () =>
    guard
      .run(ACCOUNT, (signal) => {
        signals.push(signal);
        return new Promise<never>(() => {});
      })
      .catch((error: DOMException) => error.name);
  const inFlight = call();
  await vi.advanceTimersByTimeAsync(5_000);
  guard.endWithin(1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  const later = call();
  await vi.advanceTimersByTimeAsync(1);
  expect(await inFlight).toBe('TimeoutError');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await later).toBe('TimeoutError');
  expect(vi.getTimerCount()).toBe(0);
});
