import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterNoResponse,
  afterResponse,
  type EndpointHealth,
  isTripped,
} from '../../../../src/core/webhook-endpoints/endpoint-health.ts';
import { property } from '../../../kit/property.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number, from = now) => new Date(from.getTime() + ms);
const well: EndpointHealth = { failures: 0, circuitOpenUntil: null };
const plain = () => 0;

/** An endpoint that has timed out this often, each time after its pause. */
function silent(times: number): { health: EndpointHealth; restsMs: number[] } {
  let health = well;
  let at = now;
  const restsMs: number[] = [];
  for (let i = 0; i < times; i += 1) {
    health = afterNoResponse(health, at, plain);
    if (health.circuitOpenUntil !== null) {
      restsMs.push(health.circuitOpenUntil.getTime() - at.getTime());
      at = health.circuitOpenUntil;
    }
  }
  return { health, restsMs };
}

test('A circuit opens at the fifth timeout in a row, for 15 s, then doubled each time up to 10 min', () => {
  expect(silent(4)).toEqual({ health: { failures: 4, circuitOpenUntil: null }, restsMs: [] });
  const { health, restsMs } = silent(13);
  expect(restsMs).toEqual([15, 30, 60, 120, 240, 480, 600, 600, 600].map((seconds) => seconds * 1_000));
  expect(isTripped(health)).toBe(true);
});

test('Attempts under way when a circuit opens do not extend it', () => {
  const { health } = silent(5);
  expect(afterNoResponse(health, now, plain)).toEqual(health);
  expect(afterNoResponse(health, later(15_000), plain).circuitOpenUntil).toEqual(later(45_000));
});

test('A response closes the circuit, which then opens at the fifth timeout again', () => {
  const closed = afterResponse(silent(8).health, now);
  expect(closed).toEqual(well);
  expect(afterNoResponse(closed, now, plain)).toEqual({ failures: 1, circuitOpenUntil: null });
});

test('An endpoint with Retry-After is paused for at most an hour, despite other responses', () => {
  const resting = afterResponse(well, now, later(60_000));
  expect(resting).toEqual({ failures: 0, circuitOpenUntil: later(60_000) });
  expect(afterResponse(resting, now)).toEqual(resting);
  expect(afterResponse(resting, now, later(1_000))).toEqual(resting);
  expect(afterResponse(well, now, later(48 * 3_600_000)).circuitOpenUntil).toEqual(later(3_600_000));
});

const step = fc.record({ isSilent: fc.boolean(), waitMs: fc.nat({ max: 700_000 }) });
property(
  'A circuit is open exactly after five or more timeouts in a row',
  fc.array(step, { maxLength: 40 }),
  (steps) => {
    let health = well;
    let inARow = 0;
    let at = now;
    for (const { isSilent, waitMs } of steps) {
      at = later(waitMs, at);
      // A paused endpoint is not tried.
      if (health.circuitOpenUntil !== null && health.circuitOpenUntil > at) continue;
      health = isSilent ? afterNoResponse(health, at, () => 0.999) : afterResponse(health, at);
      inARow = isSilent ? inARow + 1 : 0;
      expect(isTripped(health)).toBe(inARow >= 5);
      expect((health.circuitOpenUntil?.getTime() ?? 0) - at.getTime()).toBeLessThanOrEqual(660_000);
    }
  },
);
