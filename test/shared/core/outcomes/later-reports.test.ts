import fc from 'fast-check';
import { beforeEach, expect } from 'vitest';
import { recoverCall } from '../../../../src/core/connector-calls/recover-calls.ts';
import { laterReports } from '../../../../src/core/entities/states/later-reports.ts';
import { allMachines } from '../../../../src/core/entities/states/machines.ts';
import { budget } from '../../../kit/figure.ts';
import { seed } from '../../../kit/property.ts';
import { disputeOpened } from '../../../kit/scripted-connector.ts';
import { answering, answersSucceed, manual, refused, script, test } from './later-report.ts';

beforeEach(answersSucceed);

/** Reports in order of arrival, each with its time by the connector's clock. */
const reports = <Report extends string>(...all: readonly Report[]) =>
  fc.array(fc.constantFrom(...all), { minLength: 2, maxLength: 5 }).chain((said) =>
    fc.shuffledSubarray(
      said.map((one, at) => [at + 1, one] as const),
      { minLength: 2 },
    ),
  );
const lastOf = <Report>(said: readonly (readonly [at: number, report: Report])[]): Report =>
  said.reduce((latest, one) => (one[0] > latest[0] ? one : latest))[1];
const holds = <Report>(
  said: fc.Arbitrary<Report>,
  predicate: (said: Report) => Promise<void>,
  numRuns = budget(8, 4),
) => fc.assert(fc.asyncProperty(said, predicate), { seed, numRuns });

const kinds = ['authorize', 'capture', 'refund', 'fulfill'] as const;
type Kind = (typeof kinds)[number];
type End = 'succeeded' | 'failed';

/** An object of each kind whose call has the outcome `first`, and the expected result of each last report. */
const contradicted = test.extend(
  'made',
  ({ api, get, pay, payOut, payoutShown, refund }) =>
    async (kind: Kind) => {
      const shows = (object: string, by: Readonly<Record<End, object>>, shown = () => get(id)) => ({
        object,
        isAs: async (end: End) => expect(await shown()).toMatchObject(by[end]),
      });
      if (kind === 'fulfill') {
        const payout = await payOut();
        const by = { succeeded: { status: 'success' }, failed: {} };
        const shown = shows(payout, by, () => payoutShown(payout));
        return {
          ...shown,
          isAs: async (end: End) => {
            await shown.isAs(end);
            // It returned, or never left.
            if (end === 'failed')
              expect(['failed', 'reversed']).toContain((await payoutShown(payout)).status);
          },
        };
      }
      const id = await pay(kind === 'capture' ? manual : {});
      if (kind === 'capture') await api.post(`/payments/${id}/capture`, {});
      const paid = { status: 'succeeded', amountReceived: 1000 };
      switch (kind) {
        case 'authorize':
          return shows(id, { succeeded: paid, failed: { status: 'failed', amountReceived: 0 } });
        case 'capture':
          return shows(id, { succeeded: paid, failed: { amountReceived: 0 } });
        case 'refund':
          return shows(await refund(id, 400), {
            succeeded: { amountRefunded: 400 },
            failed: { amountRefunded: 0 },
          });
      }
    },
);

contradicted.for(kinds)(
  'However the reports about a call (%s) are ordered on their way, the latest by the connector’s clock stands',
  async (kind, { made, outcome }) => {
    await holds(reports('succeeded', 'failed'), async (said) => {
      answering(kind === 'fulfill' ? 'payout' : kind, 'pending');
      const { isAs, object } = await made(kind);
      answering(kind === 'fulfill' ? 'payout' : kind, 'succeeded');
      for (const [at, one] of said) await outcome(at, object, kind, one);
      await isAs(lastOf(said));
    });
  },
);

const ends = ['succeeded', 'failed'] as const;
const overtaken = kinds.flatMap((kind) =>
  (['an answer', 'a look-up'] as const).map((by) => [kind, by] as const),
);

contradicted.for(overtaken)(
  'An outcome of %s that comes by %s after a report counts by the moment at which the connector was asked',
  async ([kind, by], { calls, made, service, shop, tell }) => {
    const operation = kind === 'fulfill' ? 'payout' : kind;
    const outcomeOf = (end: End, idempotencyKey: string) => ({
      ...(end === 'failed' ? refused : { kind: end }),
      connectorTransactionId: `${operation}_${idempotencyKey}`,
    });
    for (const answer of ends) {
      // Longer before the response than clocks may differ, and later.
      for (const at of [-600, 60]) {
        const reported = answer === 'failed' ? 'succeeded' : 'failed';
        const report = async (idempotencyKey: string) => {
          const event = {
            type: 'outcome',
            call: { idempotencyKey },
            outcome: outcomeOf(reported, idempotencyKey),
          };
          expect(await tell(at, event, kind === 'fulfill' ? 'payouts' : 'payments')).toBe(200);
          return outcomeOf(answer, idempotencyKey);
        };
        script.respond(operation, ({ idempotencyKey }) => {
          if (by === 'an answer') return report(idempotencyKey);
          throw new Error('The line is dead.');
        });
        const { isAs, object } = await made(kind);
        if (by === 'a look-up') {
          const { call_id: id } = (await calls(object, kind)).at(-1)!;
          script.setLookUp(id, () => report(id));
          await recoverCall(service.contextFor({ kind: 'admin_key' }, 'req_test'), shop.merchantId, id);
        }
        await isAs(at < 0 ? answer : reported);
        answersSucceed();
      }
    }
  },
);

test("Whatever the order of a dispute's events, its stage ends with the connector's last report", async ({
  graphql,
  paid,
  tell,
}) => {
  await holds(reports('won', 'lost', 'cancelled', 'challenged'), async (said) => {
    const { id, transaction: connectorTransactionId } = await paid();
    const of = { ...disputeOpened, connectorTransactionId, connectorDisputeId: `dis_${id}` };
    await tell(0, of);
    for (const [at, status] of said) await tell(at, { ...of, status });
    const last = lastOf(said);
    const query = `query ($id: ID!) { payment(paymentId: $id) { disputes { disputeStatus } } }`;
    const [{ disputeStatus }] = (await graphql.data(query, { id })).payment.disputes;
    // A withdrawal and a win are the same to the merchant: the first is shown.
    const same = last === 'won' || last === 'cancelled' ? ['won', 'cancelled'] : [last];
    expect(same.map((one) => `dispute_${one}`)).toContain(disputeStatus);
  });
});

/** The statuses that an object may reach by a report. */
const taken: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'payment attempt': {
    approved: ['authorized', 'charged'],
    declined: ['failure'],
    captured: ['charged', 'partial_charged'],
    taken_back: ['failure'],
    ended: ['voided', 'partial_charged'],
    still_held: ['void_initiated'],
  },
  capture: { charged: ['charged'], failed: ['failed'] },
  refund: { succeeded: ['succeeded'], failed: ['failed'] },
  payout: { success: ['success'], returned: ['reversed'] },
  dispute: Object.fromEntries(Object.keys(laterReports.dispute).map((status) => [status, [status]])),
};

test('Every report takes effect in every status, and the next report accepts the resulting status', () => {
  for (const machine of allMachines.filter(({ of }) => of in laterReports)) {
    const reports = laterReports[machine.of as keyof typeof laterReports];
    for (const [report, effectOf] of Object.entries<Record<string, string>>(reports)) {
      expect(Object.keys(effectOf).sort(), report).toEqual(Object.keys(machine.transitions).sort());
      for (const [status, effect] of Object.entries(effectOf)) {
        if (effect !== 'follows') continue;
        const may = [status, ...machine.transitions[status]!];
        expect(
          taken[machine.of]![report]!.some((to) => may.includes(to)),
          `${machine.of} ${status} by ${report}`,
        ).toBe(true);
      }
    }
  }
});
