import { randomUUID } from 'node:crypto';
import { beforeEach, expect } from 'vitest';
import { laterReports } from '../../../../src/core/entities/states/later-reports.ts';
import { life, lives } from '../../../../src/core/entities/states/lives.ts';
import { allMachines } from '../../../../src/core/entities/states/machines.ts';
import { disputeOpened } from '../../../kit/scripted-connector.ts';
import {
  answering,
  answersSucceed,
  test as base,
  captureFailed,
  captureMade,
  manual,
} from './later-report.ts';

beforeEach(answersSucceed);

type Kind = keyof typeof laterReports;
const kinds = Object.keys(laterReports) as Kind[];
/** The connector's response to the object's call before the reports arrive. */
const answers = ['pending', 'succeeded'] as const;

/** The object of the reports. */
interface Told {
  /** Sends a report, dated by the connector's clock; resolves to the status of the response. */
  readonly say: Readonly<Record<string, (at: number) => Promise<number>>>;
  /** The part of it that the connector's books contain too. */
  readonly shown: () => Promise<object>;
}

const test = base.extend(
  'made',
  ({ api, calls, get, graphql, paid, payOut, payoutShown, pay, refund, tell }) =>
    async (kind: Kind, answer: (typeof answers)[number]): Promise<Told> => {
      const event = (body: object, to?: 'payouts') => {
        const id = `evt_${randomUUID()}`;
        return (at: number) => tell(at, { id: `${id}_${at}`, ...body }, to);
      };
      /** The reports about a call's outcome. */
      const outcomeOf = async (object: string, operation: string) => {
        const { call_id: idempotencyKey } = (await calls(object, operation))[0]!;
        const name = operation === 'fulfill' ? 'payout' : operation;
        const connectorTransactionId = `${name}_${idempotencyKey}`;
        const told = (outcome: object) =>
          event(
            { type: 'outcome', call: { idempotencyKey }, outcome: { ...outcome, connectorTransactionId } },
            operation === 'fulfill' ? 'payouts' : undefined,
          );
        return {
          connectorTransactionId,
          succeeded: told({ kind: 'succeeded' }),
          failed: told({ kind: 'failed', code: 'refused', message: 'Refused.' }),
        };
      };
      const answered = async <T>(operation: string, make: () => Promise<T>): Promise<T> => {
        answering(operation, answer);
        const object = await make();
        answersSucceed();
        return object;
      };
      switch (kind) {
        case 'payment attempt': {
          const id = await answered('authorize', () => pay(manual));
          const { connectorTransactionId, failed, succeeded } = await outcomeOf(id, 'authorize');
          return {
            say: {
              approved: succeeded,
              declined: failed,
              captured: event(captureMade(connectorTransactionId)),
              taken_back: event(captureFailed(connectorTransactionId, 'cap_there')),
              ended: event({ type: 'authorization_ended', reason: 'cancelled', connectorTransactionId }),
            },
            shown: async () => {
              const { amountCapturable, amountReceived, captures } = await get(id);
              return { amountCapturable, amountReceived, captures: statusesOf(captures) };
            },
          };
        }
        case 'capture': {
          const id = await pay(manual);
          await answered('capture', () => api.post(`/payments/${id}/capture`, {}));
          const { connectorTransactionId, succeeded } = await outcomeOf(id, 'capture');
          const [{ connectorTransactionId: authorized }] = (await get(id)).attempts;
          return {
            say: { charged: succeeded, failed: event(captureFailed(authorized, connectorTransactionId)) },
            shown: async () => {
              const { amountCapturable, amountReceived, captures, status } = await get(id);
              return { amountCapturable, amountReceived, status, captures: statusesOf(captures) };
            },
          };
        }
        case 'refund': {
          const id = await pay();
          const { failed, succeeded } = await outcomeOf(
            await answered('refund', () => refund(id, 400)),
            'refund',
          );
          return {
            say: { succeeded, failed },
            shown: async () => {
              const { amountRefunded, refunds } = await get(id);
              return { amountRefunded, refunds: statusesOf(refunds) };
            },
          };
        }
        case 'payout': {
          const id = await answered('payout', payOut);
          const { failed: returned, succeeded: success } = await outcomeOf(id, 'fulfill');
          return {
            say: { success, returned },
            // A payout that failed before its arrival was known has not returned.
            shown: async () => ({ arrived: (await payoutShown(id)).status === 'success' }),
          };
        }
        case 'dispute': {
          const { id, transaction: connectorTransactionId } = await paid();
          const of = { ...disputeOpened, connectorTransactionId, connectorDisputeId: `dis_${id}` };
          const statuses = Object.keys(laterReports.dispute);
          const say = statuses.map((one) => [one, event({ ...of, status: one.replace('dispute_', '') })]);
          const query = 'query ($id: ID!) { payment(paymentId: $id) { disputes { disputeStatus } } }';
          return {
            say: Object.fromEntries(say),
            shown: async () => {
              const { payment } = await graphql.data(query, { id });
              const status = payment.disputes.map((one: { disputeStatus: string }) => one.disputeStatus)[0];
              // Endings with the same result agree: the first is shown.
              return { stage: lives.dispute.stages.findIndex(({ statuses: all }) => all.includes(status)) };
            },
          };
        }
      }
    },
);

const statusesOf = (all: readonly { readonly status: string }[]) => all.map(({ status }) => status);

/** A connector repeats a report until it gets 200. */
async function deliver(said: readonly (() => Promise<number>)[]): Promise<void> {
  let open = [...said];
  for (let round = 0; open.length > 0 && round < 4; round += 1) {
    const left: typeof open = [];
    for (const send of open) if ((await send()) !== 200) left.push(send);
    open = left;
  }
  expect(open).toEqual([]);
}

/**
 * Reports that are meaningless alone: a reversal needs a capture, and a failed void needs a requested one, whose call
 * has one outcome.
 */
const needs: Readonly<Record<string, readonly string[] | null>> = {
  taken_back: ['approved', 'captured'],
  still_held: null,
};

/** Each pair of reports about one kind of object, earliest in its lifecycle first. */
const pairs = kinds.flatMap((kind) => {
  const order = (lives[kind].stages as readonly { readonly reports: readonly string[] }[]).map(
    ({ reports }) => reports.filter((report) => needs[report] !== null),
  );
  return order.flatMap((earlier, place) =>
    earlier.flatMap((first, index) =>
      [...earlier.slice(index + 1), ...order.slice(place + 1).flat()].map(
        (next) => [kind, first, next] as const,
      ),
    ),
  );
});

test('Every kind of object has ordered reports', () => {
  expect(new Set(pairs.map(([kind]) => kind))).toEqual(new Set(kinds));
  expect(pairs).toHaveLength(10 + 1 + 1 + 1 + 21);
});

test.for(pairs)(
  'Simultaneous reports about a %s have the same result in either order: %s before %s',
  async ([kind, first, next], { made }) => {
    for (const answer of kind === 'dispute' ? (['succeeded'] as const) : answers) {
      const end = async (said: readonly (readonly [report: string, at: number])[]) => {
        const { say, shown } = await made(kind, answer);
        const before = [first, next].flatMap((one) => needs[one] ?? []);
        for (const one of before.filter((report) => report !== first || report === 'approved'))
          await deliver([() => say[one]!(1)]);
        await deliver(
          said.map(
            ([report, at]) =>
              () =>
                say[report]!(at),
          ),
        );
        return shown();
      };
      // A second apart, the times decide the order.
      const apart = await end([
        [first, 10],
        [next, 11],
      ]);
      const together = await end([
        [first, 10],
        [next, 10],
      ]);
      const overtaken = await end([
        [next, 10],
        [first, 10],
      ]);
      expect({ together, overtaken }, answer).toEqual({ together: apart, overtaken: apart });
    }
  },
);

test('Every status and report has exactly one place in its lifecycle', () => {
  const machine = { of: 'parcel', transitions: { sent: [], arrived: [] } };
  const reports = { arrived: { sent: 'follows', arrived: 'agrees' } } as const;
  const sent = { statuses: ['sent'], reports: [] } as const;
  const arrived = { statuses: ['arrived'], reports: ['arrived'] } as const;
  expect(life(machine, reports, [sent, arrived]).isBefore('arrived', 'sent')).toBe(false);
  expect(() => life(machine, reports, [arrived])).toThrow('no stage for sent');
  expect(() => life(machine, reports, [sent, { statuses: ['arrived'], reports: [] }])).toThrow(
    'no stage for arrived',
  );
  expect(() => life(machine, reports, [sent, arrived, sent])).toThrow('two stages for sent');
  expect(() => life(machine, {} as typeof reports, [sent, arrived])).toThrow('an unused stage');
  for (const { of, transitions } of allMachines.filter((one) => one.of in laterReports)) {
    const { stages } = lives[of as Kind];
    const names = (stages as readonly { readonly statuses: readonly string[] }[]).flatMap(
      ({ statuses }) => statuses,
    );
    expect([...names].sort()).toEqual(Object.keys(transitions).sort());
  }
  expect(Object.keys(lives).sort()).toEqual([...kinds].sort());
});
