import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventType } from '../../../../src/core/entities/event-types.ts';
import { packText, unpackJson, unpackText } from '../../../../src/core/foundation/packed-text.ts';
import { sampleEventObject } from '../../../../src/core/webhooks/sample-object.ts';
import { property } from '../../../kit/property.ts';

property(
  'A packed text unpacks to itself, and one that is not packed stays as it is',
  fc.object(),
  (object) => {
    const json = JSON.stringify(object);
    expect(unpackText(packText(json))).toBe(json);
    expect(unpackText(json)).toBe(json);
  },
);

property(
  'A value of JSON is read packed and as it is',
  fc.oneof(fc.object(), fc.array(fc.object())),
  (object) => {
    const json = JSON.stringify(object);
    expect(unpackJson(packText(json))).toEqual(JSON.parse(json));
    expect(unpackJson(JSON.parse(json))).toEqual(JSON.parse(json));
  },
);

test.for(EventType.values)('A sample of %s is smaller packed', (type) => {
  const json = JSON.stringify(sampleEventObject(type));
  expect(packText(json).length).toBeLessThan(json.length);
});

/** Packed by the release that introduced packing: stored values must stay readable forever. */
const STORED = '1q8bsquDsqaC1gWoB';

test('Text packed in an earlier format is readable', () => {
  expect(JSON.parse(unpackText(STORED))).toEqual({
    payment_id: 'pay_1',
    status: 'succeeded',
    currency: 'USD',
  });
});

test('A text with an unknown mark is refused', () => {
  expect(() => unpackText('2abc')).toThrow('unknown mark');
});
