import { expect, test } from 'vitest';
import { toneOf } from '../../../src/dashboard/show/tones.ts';

test('A tone distinguishes statuses that need a person from automatic ones, by kind of object', () => {
  expect([toneOf('requires_confirmation', true), toneOf('requires_confirmation')]).toEqual([
    'warns',
    'waits',
  ]);
  expect([toneOf('requires_fulfillment', true), toneOf('requires_capture')]).toEqual(['warns', 'warns']);
  expect([toneOf('success', true), toneOf('succeeded'), toneOf('failed', true)]).toEqual([
    'good',
    'good',
    'bad',
  ]);
});
