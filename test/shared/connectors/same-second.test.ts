import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { disputeStandings } from '../../../src/connectors/adyen/dispute-events.ts';
import { disputePlaces } from '../../../src/connectors/stripe/dispute-event.ts';
import { adyenHarness } from './adyen/harness.ts';
import type { CardScenario, ConnectorHarness, VendorWebhook } from './conformance/harness.ts';
import { enter, type Grounds, startGrounds, type World } from './conformance/world.ts';
import { stripeHarness } from './stripe/harness.ts';
import { CONNECT_SECRET, signed } from './stripe/stand-in/webhooks.ts';

type Json = Record<string, unknown>;

/** An object at a vendor, reported by its events' names. */
interface Thing {
  readonly tell: (event: string, at: Date) => VendorWebhook;
  readonly account?: string;
  /** The service's state of it. */
  readonly shown: () => Promise<unknown>;
}

/** A kind of object at a vendor. */
interface Kind {
  readonly make: (world: World) => Promise<Thing>;
  /** The events of its lifecycles, in the order of the vendor's books. */
  readonly lives: readonly (readonly string[])[];
  /** The state of the vendor's books after each event. */
  readonly books: Readonly<Record<string, unknown>>;
}

/** The vendor's webhooks since the last call, including those due shortly. */
const told = async ({ grounds, harness }: World): Promise<Json[]> => {
  grounds.pass(harness.eventsAfterMs);
  return (await harness.webhooks()).map(({ body }) => JSON.parse(body) as Json);
};

const refundsOf = async (world: World, id: string) =>
  ((await world.payment(id)).refunds as { status: string }[]).map(({ status }) => status);
const capturedOf = async (world: World, id: string) => {
  const { amount_received, captures } = await world.payment(id);
  return [amount_received, (captures as { status: string }[]).map(({ status }) => status)];
};
const disputeOf = async (world: World, id: string) => {
  const [dispute] = (await world.payment(id)).disputes;
  return `${dispute.dispute_stage} ${dispute.dispute_status.replace('dispute_', '')}`;
};
const payoutOf = async (world: World, id: string) =>
  (await world.payoutOf(id)).status === 'success' ? 'arrived' : 'not arrived';

const refundBooks = { succeeded: ['succeeded'], failed: ['failed'] };
const payoutBooks = { arrived: 'arrived', returned: 'not arrived' };

// Stripe: an event contains the object's state and the second of that state.

type StripeEvent = { readonly type: string; readonly data: { readonly object: Json } };

const stripeTell =
  (world: World, { data: { object } }: StripeEvent, of: Readonly<Record<string, readonly [string, Json]>>) =>
  (name: string, at: Date): VendorWebhook => {
    const [type, changes] = of[name]!;
    const isPayout = type.startsWith('payout.');
    const body = JSON.stringify({
      ...{ id: `evt_${randomUUID()}`, object: 'event', type, created: Math.floor(at.getTime() / 1000) },
      ...(isPayout ? { account: 'acct_recipient' } : {}),
      data: { object: { ...object, ...changes } },
    });
    return isPayout ? signed(body, at, CONNECT_SECRET) : world.harness.sign(body);
  };

const templateOf = async (world: World, type: string): Promise<StripeEvent> => {
  const found = (await told(world)).find((event) => event.type === type);
  if (!found) throw new Error(`Stripe sent no ${type}.`);
  return found as unknown as StripeEvent;
};

const stripeRefunds = {
  'refund.created': ['refund.created', { status: 'pending' }],
  succeeded: ['refund.updated', { status: 'succeeded' }],
  failed: ['refund.failed', { status: 'failed', failure_reason: 'lost_or_stolen_card' }],
  canceled: ['refund.updated', { status: 'canceled' }],
} as const;
const stripeRefundLives = [
  ['refund.created', 'succeeded', 'failed'],
  ['refund.created', 'canceled'],
];
const stripeRefund = (card: CardScenario, isOurs: boolean): Kind => ({
  make: async (world) => {
    const { payment_id } = await world.pay(card);
    if (isOurs) {
      await told(world);
      await world.refund(payment_id);
    }
    const template = await templateOf(world, 'refund.created');
    return { tell: stripeTell(world, template, stripeRefunds), shown: () => refundsOf(world, payment_id) };
  },
  lives: stripeRefundLives,
  books: { ...refundBooks, canceled: ['failed'] },
});

const stripe: Readonly<Record<string, Kind>> = {
  'refund of ours': stripeRefund('good', true),
  'refund of ours that waits': stripeRefund('refund_waits', true),
  'refund made in the dashboard': stripeRefund('refunded_elsewhere', false),
  payout: {
    make: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.waits!);
      const tell = stripeTell(world, await templateOf(world, 'payout.paid'), {
        arrived: ['payout.paid', { status: 'paid' }],
        returned: ['payout.failed', { status: 'failed', failure_code: 'account_closed' }],
        canceled: ['payout.canceled', { status: 'canceled' }],
      });
      return { tell, account: 'for_payouts', shown: () => payoutOf(world, payout_id) };
    },
    lives: [
      ['arrived', 'returned'],
      ['arrived', 'canceled'],
    ],
    books: { ...payoutBooks, canceled: 'not arrived' },
  },
  dispute: {
    make: async (world) => {
      const { payment_id } = await world.pay('disputed');
      const statuses = [
        ...['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'],
        ...['needs_response', 'under_review', 'won', 'lost'],
        ...['appeal_needs_response', 'appeal_under_review'],
      ];
      const events = statuses.map((status) => [status, ['charge.dispute.updated', { status }]] as const);
      const template = await templateOf(world, 'charge.dispute.created');
      const tell = stripeTell(world, template, Object.fromEntries(events));
      return { tell, shown: () => disputeOf(world, payment_id) };
    },
    lives: [
      ['warning_needs_response', 'warning_under_review', 'warning_closed'],
      ['warning_needs_response', 'prevented'],
      ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review', 'won'],
      ['needs_response', 'under_review', 'lost', 'appeal_needs_response', 'appeal_under_review'],
      ['needs_response', 'won'],
    ],
    books: {
      warning_under_review: 'pre_dispute challenged',
      warning_closed: 'pre_dispute won',
      prevented: 'pre_dispute cancelled',
      needs_response: 'dispute opened',
      under_review: 'dispute challenged',
      won: 'dispute won',
      lost: 'dispute lost',
      appeal_needs_response: 'pre_arbitration opened',
      appeal_under_review: 'pre_arbitration challenged',
    },
  },
  'authorization that somebody cancels': {
    make: async (world) => {
      const { payment_id } = await world.authorize('voided_elsewhere');
      // Stripe considers the payment cancelled from now on.
      const template = await templateOf(world, 'payment_intent.canceled');
      const tell = stripeTell(world, template, {
        authorized: [
          'payment_intent.amount_capturable_updated',
          { status: 'requires_capture', amount_capturable: 1000 },
        ],
        canceled: ['payment_intent.canceled', {}],
      });
      return { tell, shown: async () => (await world.payment(payment_id)).status };
    },
    lives: [['authorized', 'canceled']],
    books: { canceled: 'cancelled' },
  },
  'authorization that somebody captures': {
    make: async (world) => {
      const { payment_id } = await world.authorize('captured_elsewhere');
      const template = await templateOf(world, 'payment_intent.succeeded');
      const tell = stripeTell(world, template, {
        authorized: [
          'payment_intent.amount_capturable_updated',
          { status: 'requires_capture', amount_capturable: 1000, amount_received: 0 },
        ],
        captured: ['payment_intent.succeeded', {}],
      });
      return { tell, shown: () => capturedOf(world, payment_id) };
    },
    lives: [['authorized', 'captured']],
    books: { captured: [1000, ['charged']] },
  },
};

// Adyen: a notification has a code and the second of its event.

const itemsOf = (sent: readonly Json[]): Json[] =>
  sent.flatMap(({ notificationItems }) =>
    (notificationItems as { NotificationRequestItem: Json }[]).map((one) => one.NotificationRequestItem),
  );

/** Rewrites a notification from the stand-in with other codes. */
const adyenTell =
  (world: World, item: Json, of: Readonly<Record<string, Json>> = {}) =>
  (name: string, at: Date): VendorWebhook => {
    const { additionalData = {}, ...told } = item;
    const { hmacSignature: _, ...data } = additionalData as Json;
    const { additionalData: more = {}, ...changes } = of[name] ?? {};
    const NotificationRequestItem = {
      ...told,
      eventCode: name,
      ...changes,
      eventDate: `${at.toISOString().slice(0, 19)}+00:00`,
      additionalData: { ...data, ...(more as Json) },
    };
    return world.harness.sign(
      JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem }] }),
    );
  };

const itemWith = async (world: World, eventCode: string): Promise<Json> => {
  const found = itemsOf(await told(world)).find((item) => item.eventCode === eventCode);
  if (!found) throw new Error(`Adyen sent no ${eventCode}.`);
  return found;
};

const adyenRefundBooks = {
  REFUND: ['succeeded'],
  REFUND_FAILED: ['failed'],
  REFUNDED_REVERSED: ['failed'],
};
const adyenRefundLives = [
  ['REFUND', 'REFUND_FAILED'],
  ['REFUND', 'REFUNDED_REVERSED'],
];
const adyenStatuses = {
  CHARGEBACK_REVERSED: { additionalData: { disputeStatus: 'Pending' } },
  DISPUTE_DEFENSE_PERIOD_ENDED: { additionalData: { disputeStatus: 'Lost' } },
  accepted: { eventCode: 'DISPUTE_DEFENSE_PERIOD_ENDED', additionalData: { disputeStatus: 'Accepted' } },
};

const adyen: Readonly<Record<string, Kind>> = {
  'refund of ours': {
    make: async (world) => {
      const { payment_id } = await world.pay('good');
      await told(world);
      await world.refund(payment_id);
      const item = await itemWith(world, 'REFUND');
      return { tell: adyenTell(world, item), shown: () => refundsOf(world, payment_id) };
    },
    lives: adyenRefundLives,
    books: adyenRefundBooks,
  },
  'refund made in the Customer Area': {
    make: async (world) => {
      const { payment_id } = await world.pay('refunded_elsewhere');
      const item = await itemWith(world, 'REFUND');
      return { tell: adyenTell(world, item), shown: () => refundsOf(world, payment_id) };
    },
    lives: adyenRefundLives,
    books: adyenRefundBooks,
  },
  'capture of ours': {
    make: async (world) => {
      const { payment_id } = await world.authorize();
      await told(world);
      await world.capture(payment_id);
      const item = await itemWith(world, 'CAPTURE');
      const shown = async () => [
        (await world.payment(payment_id)).status,
        await capturedOf(world, payment_id),
      ];
      return { tell: adyenTell(world, item), shown };
    },
    lives: [['CAPTURE', 'CAPTURE_FAILED']],
    books: { CAPTURE_FAILED: ['failed', [0, ['failed']]] },
  },
  payout: {
    make: async (world) => {
      const { payout_id } = await world.payout(world.harness.payouts!.waits!);
      const item = await itemWith(world, 'PAYOUT_THIRDPARTY');
      const later = (pspReference: string) => ({ pspReference, originalReference: item.pspReference });
      const tell = adyenTell(world, item, {
        PAIDOUT_REVERSED: later('REVERSEDREVERSED'),
        PAYOUT_DECLINE: later('DECLINEDDECLINED'),
        PAYOUT_EXPIRE: later('EXPIREDEXPIREDEX'),
      });
      return { tell, account: 'for_payouts', shown: () => payoutOf(world, payout_id) };
    },
    lives: ['PAIDOUT_REVERSED', 'PAYOUT_DECLINE', 'PAYOUT_EXPIRE'].map((end) => ['PAYOUT_THIRDPARTY', end]),
    books: {
      PAIDOUT_REVERSED: 'not arrived',
      PAYOUT_DECLINE: 'not arrived',
      PAYOUT_EXPIRE: 'not arrived',
    },
  },
  dispute: {
    make: async (world) => {
      const { payment_id } = await world.pay('disputed');
      const item = await itemWith(world, 'CHARGEBACK');
      const tell = adyenTell(world, item, adyenStatuses);
      return { tell, shown: () => disputeOf(world, payment_id) };
    },
    lives: [
      ['REQUEST_FOR_INFORMATION', 'NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'accepted'],
      ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'DISPUTE_DEFENSE_PERIOD_ENDED'],
      ['CHARGEBACK', 'INFORMATION_SUPPLIED', 'CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED'],
      ['INFORMATION_SUPPLIED', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'],
      ['CHARGEBACK_REVERSED', 'PREARBITRATION_OPEN', 'PREARBITRATION_DECLINED', 'PREARBITRATION_WON'],
      ['PREARBITRATION_OPEN', 'PREARBITRATION_ACCEPTED'],
      ['PREARBITRATION_OPEN', 'PREARBITRATION_ISSUER_WITHDRAWN'],
      ['PREARBITRATION_OPEN', 'PREARBITRATION_LOST'],
      ['PREARBITRATION_DECLINED', 'SCHEME_ARBITRATION', 'SCHEME_ARBITRATION_WON'],
      ['PREARBITRATION_DECLINED', 'SCHEME_ARBITRATION', 'SCHEME_ARBITRATION_LOST'],
    ],
    books: {
      NOTIFICATION_OF_CHARGEBACK: 'dispute opened',
      CHARGEBACK: 'dispute opened',
      accepted: 'dispute accepted',
      DISPUTE_DEFENSE_PERIOD_ENDED: 'dispute expired',
      INFORMATION_SUPPLIED: 'dispute challenged',
      CHARGEBACK_REVERSED: 'dispute challenged',
      ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'dispute won',
      SECOND_CHARGEBACK: 'pre_arbitration lost',
      PREARBITRATION_OPEN: 'pre_arbitration opened',
      PREARBITRATION_DECLINED: 'pre_arbitration challenged',
      PREARBITRATION_WON: 'pre_arbitration won',
      PREARBITRATION_LOST: 'pre_arbitration lost',
      PREARBITRATION_ACCEPTED: 'pre_arbitration accepted',
      PREARBITRATION_ISSUER_WITHDRAWN: 'pre_arbitration cancelled',
      SCHEME_ARBITRATION: 'pre_arbitration challenged',
      SCHEME_ARBITRATION_WON: 'pre_arbitration won',
      SCHEME_ARBITRATION_LOST: 'pre_arbitration lost',
    },
  },
  authorization: {
    make: async (world) => {
      const { payment_id } = await world.authorize('voided_elsewhere');
      const tell = adyenTell(world, await itemWith(world, 'CANCELLATION'), {
        AUTHORISATION: { pspReference: (await world.payment(payment_id)).connector_transaction_id },
      });
      return { tell, shown: async () => (await world.payment(payment_id)).status };
    },
    lives: [
      ['AUTHORISATION', 'CANCELLATION'],
      ['AUTHORISATION', 'EXPIRE'],
    ],
    books: { CANCELLATION: 'cancelled', EXPIRE: 'expired' },
  },
};

test('Every dispute state of a vendor appears in one of its lifecycles', () => {
  const told = ({ dispute }: Readonly<Record<string, Kind>>) => new Set(dispute!.lives.flat());
  expect(Object.keys(disputePlaces).filter((one) => !told(stripe).has(one))).toEqual([]);
  expect(Object.keys(disputeStandings).filter((one) => !told(adyen).has(one))).toEqual([]);
});

/** Delivers webhooks like a vendor: a refused one is repeated. */
async function deliver(world: World, { account }: Thing, sent: readonly VendorWebhook[]): Promise<void> {
  let open = [...sent];
  for (let round = 0; open.length > 0 && round < 4; round += 1) {
    const left: VendorWebhook[] = [];
    for (const webhook of open) if ((await world.send(webhook, account)).status !== 200) left.push(webhook);
    open = left;
  }
  expect(open).toEqual([]);
}

const vendors: readonly (readonly [ConnectorHarness, Readonly<Record<string, Kind>>])[] = [
  [stripeHarness, stripe],
  [adyenHarness, adyen],
];

for (const [harness, kinds] of vendors) {
  describe(`Events of ${harness.name} in the same second`, () => {
    let grounds: Grounds;
    beforeAll(async () => {
      grounds = await startGrounds(harness);
    });
    afterAll(() => grounds?.close());

    const pairs = Object.entries(kinds).flatMap(([name, { lives }]) => {
      const all = lives.flatMap((life) =>
        life.flatMap((first, index) => life.slice(index + 1).map((next) => `${first} ${next}`)),
      );
      return [...new Set(all)].map((pair) => [name, ...pair.split(' ')] as [string, string, string]);
    });

    test.for(pairs)('%s: %s, then %s', async ([name, first, next]) => {
      const { books, make } = kinds[name]!;
      expect(Object.keys(books)).toContain(next);
      for (const order of [
        [first, next],
        [next, first],
      ]) {
        const world = await enter(grounds);
        const thing = await make(world);
        const at = world.service.contextFor({ kind: 'admin_key' }, 'req_test').ports.now();
        await deliver(
          world,
          thing,
          order.map((event) => thing.tell(event, at)),
        );
        expect(await thing.shown(), order.join(' before ')).toEqual(books[next]);
      }
      expect(grounds.harness.violations()).toEqual([]);
    });
  });
}
