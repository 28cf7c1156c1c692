import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import '../../../src/core/entities/resources.ts';
import { EventType, eventTypeOf, objectOf } from '../../../src/core/entities/event-types.ts';
import { allMachines, machineOf } from '../../../src/core/entities/states/machines.ts';
import { eventSchemaFiles, sampleEvent } from '../../../src/core/webhooks/event-schema.ts';
import { sampleEventObject } from '../../../src/core/webhooks/sample-object.ts';
import { objectClassOf } from '../../../src/core/writes/outbox/event-body.ts';
import { bodyComplaints } from '../../kit/events.ts';

const FOLDER = 'schema/events';
const files = eventSchemaFiles();

describe('the schemas of events', () => {
  it('are those that are committed; npm run emit writes them', async () => {
    expect((await readdir(FOLDER)).sort()).toEqual([...files.keys()].sort());
    for (const [name, schema] of files) {
      expect(await readFile(`${FOLDER}/${name}`, 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
    }
  });

  it('describe each object once', () => {
    const definitions = files.get('objects.json')!.$defs as object;
    expect(Object.keys(definitions)).toEqual(
      expect.arrayContaining(['EventPayment', 'Refund', 'EventDispute', 'EventPayout', 'Attempt', 'Capture']),
    );
    for (const [name, schema] of files) {
      if (name !== 'objects.json') expect(JSON.stringify(schema).length).toBeLessThan(2_000);
    }
  });
});

describe.each(EventType.values)('%s', (type) => {
  const sample = () => structuredClone(sampleEvent(type)) as Record<string, Record<string, unknown>>;

  it('has a schema, which its sample is valid by', () => {
    expect(files.get(`${type}.json`)).toMatchObject({ title: type, description: EventType.meanings[type] });
    expect(bodyComplaints(type, sample())).toEqual([]);
  });

  it('has a sample of an object in which it can have happened', () => {
    const target = objectClassOf(type);
    const { field, machine } = machineOf(target);
    const object = sampleEventObject(type) as Record<string, unknown>;
    const status = String(object[field]);
    const states = [...machine.initial, ...Object.keys(machine.transitions)];
    expect(states).toContain(status);
    const elsewhere = [
      ...['payment_created', 'payment_processing', 'payment_authorized', 'payment_captured'],
      ...['payment_capture_failed', 'payment_void_failed'],
    ];
    // The status of those is told by the payment's attempt or capture, or by its having been made.
    if (!elsewhere.includes(type)) expect(eventTypeOf(machine.of, 'another', status)).toBe(type);
    const [attempt] = (object.attempts ?? []) as { status: string }[];
    if (type === 'payment_processing' || type === 'payment_authorized') {
      expect(eventTypeOf('payment attempt', 'authorizing', attempt!.status)).toBe(type);
    }
  });

  it('is refused with anything more, anything less and any credential', () => {
    const { content, ...envelope } = sample();
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
    for (const body of refused) expect(bodyComplaints(type, body)).not.toEqual([]);
  });
});

it('what is told goes by names that tables of states have', () => {
  const told = allMachines.flatMap(({ of, transitions }) =>
    Object.keys(transitions).map((to) => eventTypeOf(of, 'another', to)),
  );
  const possible = new Set([...told, eventTypeOf('payment', null, 'requires_payment_method')]);
  expect(EventType.values.filter((type) => !possible.has(type))).toEqual([]);
  expect(EventType.values.map(objectOf).filter((kind) => kind === 'payment')).toHaveLength(11);
});
