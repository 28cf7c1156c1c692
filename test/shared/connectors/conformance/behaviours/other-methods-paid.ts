import { expect } from 'vitest';
import type { OtherMethod } from '../harness.ts';
import type { Behaviour, World } from '../world.ts';

const needs = [{ other: 'methods other than cards' }] as const;
const AMOUNT = 6000;

const order = ({ currency, data, given, kind, type }: OtherMethod) => ({
  amount: AMOUNT,
  currency,
  payment_method: kind,
  payment_method_type: type,
  payment_method_data: data,
  ...given,
});

const shown = (world: World, shows: OtherMethod['shows']) =>
  (world.harness.others ?? []).filter((method) => method.shows === shows);

const confirmed = (world: World, method: OtherMethod, given: Record<string, unknown> = {}) =>
  world.pay('good', { ...order(method), ...given });

/** Payments by methods other than cards: the customer goes to a page or acts elsewhere, and then the vendor decides. */
export const otherMethodsPaid: readonly Behaviour[] = [
  {
    title: 'Every declared method of a local kind can be paid with, and shows the step that it has',
    needs,
    run: async (world) => {
      const methods = world.harness.others!;
      for (const kind of new Set(methods.map((method) => method.kind))) {
        const declared = Object.entries(world.connector.paymentMethods ?? {}).find(
          ([name]) => name === kind,
        )![1];
        const own = methods.filter((method) => method.kind === kind).map(({ type }) => type);
        expect([kind, own.toSorted()]).toEqual([kind, [...declared!.types!].toSorted()]);
      }
      for (const method of methods) {
        const waiting = await confirmed(world, method);
        expect([method.type, waiting.status, waiting.error_code]).toEqual([
          method.type,
          { nothing: 'processing', paid: 'succeeded' }[method.shows as string] ?? 'requires_customer_action',
          null,
        ]);
        expect(waiting).toMatchObject({ payment_method: method.kind, payment_method_type: method.type });
      }
    },
  },
  {
    title: "A customer who approves at the method's page has paid once they are back",
    needs,
    run: async (world) => {
      for (const method of shown(world, 'page')) {
        const waiting = await confirmed(world, method);
        expect(waiting.next_action).toMatchObject({ redirect_to_url: expect.stringMatching(/^https?:/) });
        await world.answer(waiting, 'accept');
        await world.settle(waiting.payment_id);
        const paid = await world.payment(waiting.payment_id);
        expect([method.type, paid.status, paid.amount_received]).toEqual([method.type, 'succeeded', AMOUNT]);
        expect(await world.held('authorize', waiting.payment_id)).toHaveLength(1);
      }
    },
  },
  {
    title: "A customer who does not approve at the method's page has not paid, and may pay otherwise",
    needs,
    run: async (world) => {
      const [method] = shown(world, 'page');
      const waiting = await confirmed(world, method!);
      await world.answer(waiting, 'refuse');
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'failed',
        amount_received: 0,
        error_code: expect.any(String),
      });
      const { body } = await world.post(`/payments/${waiting.payment_id}/confirm`, world.cardData('good'));
      expect(body).toMatchObject({ status: 'succeeded', payment_method: 'card' });
    },
  },
  {
    title: 'A purchase by a lender is authorized at its page, captured later, and refunded',
    needs,
    run: async (world) => {
      const lender = world.harness.others!.find(({ kind }) => kind === 'pay_later')!;
      const waiting = await confirmed(world, lender, { capture_method: 'manual' });
      await world.answer(waiting, 'accept');
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'requires_capture',
        amount_capturable: AMOUNT,
      });
      await world.capture(waiting.payment_id);
      await world.settle(waiting.payment_id);
      expect((await world.payment(waiting.payment_id)).status).toBe('succeeded');
      const { refund_id } = await world.refund(waiting.payment_id);
      await world.settle(refund_id);
      expect((await world.refundOf(refund_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'A voucher shows what to pay with and until when, and has paid once it is paid',
    needs,
    run: async (world) => {
      for (const method of shown(world, 'voucher')) {
        const waiting = await confirmed(world, method);
        expect([method.type, waiting.next_action.type]).toEqual([method.type, 'display_voucher_information']);
        expect(waiting.next_action.voucher_details).toMatchObject({
          reference: expect.stringMatching(/\d{6}/),
          expires_at: expect.stringMatching(/Z$/),
        });
        expect(waiting.expires_on).toBe(waiting.next_action.voucher_details.expires_at);
        if (method.type === 'multibanco') {
          expect(waiting.next_action.voucher_details.entity).toMatch(/^\d{5}$/);
        }
        await world.settle(waiting.payment_id);
        const paid = await world.payment(waiting.payment_id);
        expect([method.type, paid.status, paid.next_action]).toEqual([method.type, 'succeeded', null]);
      }
    },
  },
  {
    title: 'A code to scan is shown, and the payment is paid once it was scanned',
    needs,
    run: async (world) => {
      for (const method of shown(world, 'code')) {
        const waiting = await confirmed(world, method);
        expect([method.type, waiting.next_action.type]).toEqual([method.type, 'display_qr_code']);
        expect(waiting.next_action.qr_code.content).toMatch(/\w/);
        await world.settle(waiting.payment_id);
        const paid = await world.payment(waiting.payment_id);
        expect([method.type, paid.status]).toEqual([method.type, 'succeeded']);
      }
    },
  },
  {
    title: 'What is approved in an app is decided by the vendor later',
    needs,
    run: async (world) => {
      for (const method of shown(world, 'nothing')) {
        const waiting = await confirmed(world, method);
        expect(waiting).toMatchObject({ status: 'processing', next_action: null });
        await world.settle(waiting.payment_id);
        expect(await world.payment(waiting.payment_id)).toMatchObject({
          status: 'succeeded',
          amount_received: AMOUNT,
        });
      }
    },
  },
  {
    title: 'A method that its vendor does not capture later is not asked for so',
    needs,
    run: async (world) => {
      for (const method of world.harness.others!) {
        const abilities = Object.entries(world.connector.paymentMethods ?? {});
        const { capturesLater, terms } = abilities.find(([kind]) => kind === method.kind)![1]!;
        if (capturesLater && terms?.[method.type]?.capturesLater !== false) continue;
        const before = (await world.harness.records()).length;
        const { body, status } = await world.post('/payments', {
          ...world.orderOf('good', { ...order(method), capture_method: 'manual' }),
        });
        expect([method.type, status, body.error.code]).toEqual([method.type, 422, 'no_connector_available']);
        expect(body.error.message).toMatch(/cannot capture .+ later/);
        expect(await world.harness.records()).toHaveLength(before);
      }
    },
  },
  {
    title: 'A method is not asked for in a currency that its vendor does not take it in',
    needs,
    run: async (world) => {
      const { connector } = world;
      for (const method of world.harness.others!) {
        const abilities = Object.entries(connector.paymentMethods ?? {});
        const ability = abilities.find(([kind]) => kind === method.kind)![1]!;
        const currencies = ability.terms?.[method.type]?.currencies;
        if (!currencies) continue;
        const before = (await world.harness.records()).length;
        const { body, status } = await world.post('/payments', {
          ...world.orderOf('good', { ...order(method), currency: 'ISK' }),
        });
        expect([method.type, status, body.error.code]).toEqual([method.type, 422, 'no_connector_available']);
        expect(body.error.message).toContain(`in ${[...currencies].join(', ')} only`);
        expect(await world.harness.records()).toHaveLength(before);
      }
    },
  },
];
