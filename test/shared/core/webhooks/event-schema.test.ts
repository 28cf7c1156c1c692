import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import '../../../../src/core/entities/resources.ts';
import { objectClassOf } from '../../../../src/core/entities/event-objects.ts';
import {
  EventType,
  type EventTypeValue,
  eventTypeOf,
  objectOf,
} from '../../../../src/core/entities/event-types.ts';
import { allMachines, machineOf } from '../../../../src/core/entities/states/machines.ts';
import { eventSchemaFiles, sampleEvent } from '../../../../src/core/webhooks/event-schema.ts';
import { sampleEventObject } from '../../../../src/core/webhooks/sample-object.ts';
import { bodyErrors } from '../../../kit/events.ts';

const FOLDER = 'schema/events';
const files = eventSchemaFiles();

test('The committed event schemas are up to date; npm run emit writes them', async () => {
  expect((await readdir(FOLDER)).sort()).toEqual([...files.keys()].sort());
  for (const [name, schema] of files) {
    expect(await readFile(`${FOLDER}/${name}`, 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  }
});

test('The event schemas describe each object once', () => {
  const definitions = files.get('objects.json')!.$defs as object;
  expect(Object.keys(definitions)).toEqual(
    expect.arrayContaining(['EventPayment', 'Refund', 'EventDispute', 'EventPayout', 'Attempt', 'Capture']),
  );
  for (const [name, schema] of files) {
    if (name !== 'objects.json') expect(JSON.stringify(schema).length).toBeLessThan(2_000);
  }
});

const sampleOf = (type: EventTypeValue) =>
  structuredClone(sampleEvent(type)) as Record<string, Record<string, unknown>>;

test.each(EventType.values)('The schema of %s accepts its sample', (type) => {
  expect(files.get(`${type}.json`)).toMatchObject({ title: type, description: EventType.meanings[type] });
  expect(bodyErrors(type, sampleOf(type))).toEqual([]);
});

/** Events of objects whose status stays. */
const announced = [
  ...(['payment_reversed', 'payment_reversal_failed'] as const),
  ...(['payment_retry_scheduled', 'payment_retry_cancelled'] as const),
  ...(['payment_not_as_asked', 'refund_not_as_asked', 'payout_not_as_asked'] as const),
];

/** A notification has no status. */
const ofStatuses = EventType.values.filter((type) => type !== 'notification_created');

test.each(ofStatuses)('The sample of %s shows an object in a status the event can occur in', (type) => {
  const target = objectClassOf(type);
  const { field, machine } = machineOf(target);
  const object = sampleEventObject(type) as Record<string, unknown>;
  const status = String(object[field]);
  const states = [...machine.initial, ...Object.keys(machine.transitions)];
  expect(states).toContain(status);
  const elsewhere = [
    ...['payment_created', 'payment_processing', 'payment_authorized', 'payment_captured'],
    ...['payment_capture_failed', 'payment_void_failed'],
    ...['payment_authorization_increased', 'payment_authorization_increase_failed'],
    ...announced,
  ];
  // These follow from the payment's attempt or capture, or its creation, or leave the status.
  if (!(elsewhere as string[]).includes(type)) expect(eventTypeOf(machine.of, 'another', status)).toBe(type);
  const [attempt] = (object.attempts ?? []) as { status: string }[];
  if (type === 'payment_processing' || type === 'payment_authorized') {
    expect(eventTypeOf('payment attempt', 'authorizing', attempt!.status)).toBe(type);
  }
});

test.each(EventType.values)(
  'The schema of %s rejects missing and additional members and any credential',
  (type) => {
    const { content, ...envelope } = sampleOf(type);
    const object = content!.object as object;
    const refused = [
      { ...envelope },
      { ...envelope, content, more: 1 },
      { ...envelope, content: { ...content, more: 1 } },
      { ...envelope, content: { ...content, object: { ...object, more: 1 } } },
      { ...envelope, content: { ...content, object: {} } },
      { ...envelope, content: { ...content, type: 'other_details' } },
      { ...envelope, content, event_type: 'other' },
      { ...envelope, content, event_id: 'pay_1' },
      { ...envelope, content, timestamp: 'yesterday' },
      ...('client_secret' in object
        ? [{ ...envelope, content: { ...content, object: { ...object, client_secret: 'a secret' } } }]
        : []),
    ];
    for (const body of refused) expect(bodyErrors(type, body)).not.toEqual([]);
  },
);

test('Every event type corresponds to a status of a state machine, or to an increase that leaves the status', () => {
  const types = allMachines.flatMap(({ of, transitions }) =>
    Object.keys(transitions).map((to) => eventTypeOf(of, 'another', to)),
  );
  const increases = ['payment_authorization_increased', 'payment_authorization_increase_failed'] as const;
  const created = eventTypeOf('payment', null, 'requires_payment_method');
  const possible = new Set([...types, ...increases, ...announced, created]);
  expect(ofStatuses.filter((type) => !possible.has(type))).toEqual([]);
  expect(EventType.values.map(objectOf).filter((kind) => kind === 'payment')).toHaveLength(18);
});
