import { expect } from 'vitest';
import { deleteAtVendors } from '../../../../../src/core/maintenance/delete-at-vendors.ts';
import { walletData } from '../method-samples.ts';
import type { Behaviour, World } from '../world.ts';

/** A customer's first payment, with consent to off-session charges. */
const consent = async (world: World, card: Parameters<World['pay']>[0] = 'good') => {
  const customer_id = await world.customer();
  const given = await world.payByNumber(card, {
    customer_id,
    setup_future_usage: 'off_session',
    mandate_data: {
      customer_acceptance: {
        acceptance_type: 'online',
        accepted_at: '2026-01-01T00:00:00Z',
        online: { ip_address: '192.0.2.10', user_agent: 'Mozilla/5.0' },
      },
    },
  });
  return { customer_id, given };
};
const acceptance = {
  mandate_data: {
    customer_acceptance: {
      acceptance_type: 'online',
      accepted_at: '2026-01-01T00:00:00Z',
      online: { ip_address: '192.0.2.10', user_agent: 'Mozilla/5.0' },
    },
  },
};
/** Methods that some connectors store. */
const keptData = { ...walletData, ideal: { bank_redirect: { ideal: {} } } } as const;
const chargeAbsent = (world: World, customer_id: string, payment_method_id: string) =>
  world.accepted(
    world.post('/payments', {
      amount: 700,
      currency: world.usual,
      confirm: true,
      customer_id,
      payment_method_id,
      off_session: true,
    }),
  );
/** Charges a card stored by another service. */
const chargeBrought = (world: World, recurring_details: object, given: object = {}) =>
  world.accepted(
    world.post('/payments', {
      ...{ amount: 700, currency: world.usual, confirm: true, off_session: true },
      ...{ recurring_details, ...given },
    }),
  );
const needs = [{ ability: 'save' }] as const;
const sight = { other: 'sight of what the vendor keeps' } as const;

/** Stored cards and off-session charges. */
export const savedCards: readonly Behaviour[] = [
  {
    title: 'A card whose customer consents is charged while they are absent',
    isLive: true,
    needs,
    run: async (world) => {
      const { customer_id, given } = await consent(world);
      expect(given).toMatchObject({ status: 'succeeded', connector_mandate_id: expect.any(String) });
      const later = await chargeAbsent(world, customer_id, given.payment_method_id);
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700 });
      if (world.seesRecords) expect(await world.held('authorize', later.payment_id)).toHaveLength(1);
    },
  },
  {
    title: 'A card that was kept with a challenge is charged without one while its customer is absent',
    needs: [...needs, { card: 'challenge' }],
    run: async (world) => {
      const { customer_id, given } = await consent(world, 'challenge');
      await world.answer(given, 'accept');
      await world.settle(given.payment_id);
      const { payment_method_id } = await world.payment(given.payment_id);
      const later = await chargeAbsent(world, customer_id, payment_method_id);
      expect(later).toMatchObject({ status: 'succeeded', next_action: null });
    },
  },
  {
    title: 'A card that is deleted is deleted at its vendor too, once that can be reached',
    needs: [...needs, { ability: 'forget_methods' }, sight],
    run: async (world) => {
      const { given } = await consent(world);
      const { connector_mandate_id: mandate, payment_method_id: id } = given;
      expect((await world.harness.kept!()).methods).toContain(mandate);
      world.harness.setDown(true);
      await world.remove(`/payment_methods/${id}`);
      const ctx = world.service.contextFor({ kind: 'admin_key' }, 'req_test');
      expect(await deleteAtVendors(ctx)).toBe(0);
      world.harness.setDown(false);
      world.grounds.pass(10 * 60_000);
      expect(await world.tellVendors()).toBe(1);
      expect((await world.harness.kept!()).methods).not.toContain(mandate);
    },
  },
  {
    title: 'A mandate that is revoked, and a customer who is deleted, are deleted at their vendor too',
    needs: [...needs, { ability: 'forget_methods' }, sight],
    run: async (world) => {
      const [first, second] = [await consent(world), await consent(world)];
      await world.accepted(world.post(`/mandates/revoke/${first.given.mandate_id}`));
      await world.remove(`/customers/${second.customer_id}`);
      await world.tellVendors();
      const kept = await world.harness.kept!();
      for (const { given } of [first, second]) expect(kept.methods).not.toContain(given.connector_mandate_id);
      if (!world.connector.abilities.has('forget_customers')) return;
      const customers = await world.customersAtVendor();
      expect(customers).toHaveLength(1);
      expect(kept.customers).toEqual(expect.arrayContaining(customers));
      await world.remove(`/customers/${first.customer_id}`);
      await world.tellVendors();
      expect((await world.harness.kept!()).customers).not.toContain(customers[0]);
    },
  },
  {
    title: 'Every later charge of a customer is of the same customer at the vendor',
    isLive: true,
    needs: [...needs, { ability: 'keep_customers' }],
    run: async (world) => {
      const { customer_id } = await consent(world);
      const again = await world.payByNumber('good', { customer_id, setup_future_usage: 'on_session' });
      expect(again.status).toBe('succeeded');
      const text = 'select connector_customers from customers where merchant_id = $1 and customer_id = $2';
      const values = [world.shop.merchantId, customer_id];
      const [row] = await world.service.database.rows.query({ text, values }, null);
      expect(Object.values(row!.connector_customers as object)).toHaveLength(1);
    },
  },
  {
    title: "The card network's identifier of the first payment is kept for charges through other connectors",
    needs: [...needs, { ability: 'network_mandate' }],
    run: async (world) => {
      const { given } = await consent(world);
      const text = `select network_transaction_id from payment_methods
                    where merchant_id = $1 and payment_method_id = $2`;
      const values = [world.shop.merchantId, given.payment_method_id];
      const [row] = await world.service.database.rows.query({ text, values }, null);
      expect(row!.network_transaction_id).toEqual(expect.any(String));
    },
  },
  {
    title: 'A customer who is present pays with a saved card',
    isLive: true,
    needs,
    run: async (world) => {
      const { customer_id, given } = await consent(world);
      const { payment_method_id } = given;
      const paid = await world.accepted(
        world.post('/payments', {
          amount: 900,
          currency: world.usual,
          confirm: true,
          customer_id,
          payment_method_id,
          browser_info: { ip_address: '192.0.2.10', user_agent: 'Mozilla/5.0' },
        }),
      );
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 900 });
    },
  },
  {
    title: 'A saved card is charged by the mandate that the vendor tells of after the payment, by a webhook',
    needs: [...needs, { ability: 'webhooks' }, { card: 'stored_later' }],
    run: async (world) => {
      const { customer_id, given } = await consent(world, 'stored_later');
      expect(given).toMatchObject({ status: 'succeeded', connector_mandate_id: null });
      await world.deliver();
      const mandate = (await world.payment(given.payment_id)).connector_mandate_id;
      expect(mandate).toEqual(expect.any(String));
      const text = `select connector_mandates from payment_methods
                    where merchant_id = $1 and payment_method_id = $2`;
      const values = [world.shop.merchantId, given.payment_method_id];
      const [row] = await world.service.database.rows.query({ text, values }, null);
      expect(row!.connector_mandates).toEqual({ [world.account]: mandate });
      const later = await chargeAbsent(world, customer_id, given.payment_method_id);
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700 });
    },
  },
  {
    title:
      'A card that another service stored is charged by its network transaction while its customer is absent',
    needs: [{ ability: 'network_mandate' }],
    run: async (world) => {
      const { given } = await consent(world);
      expect(given.network_transaction_id).toEqual(expect.any(String));
      const { card_cvc: _, ...card } = world.numberOf('good');
      const later = await chargeBrought(world, {
        type: 'network_transaction_id_and_card_details',
        data: { ...card, network_transaction_id: given.network_transaction_id },
      });
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700, next_action: null });
      if (world.seesRecords) expect(await world.held('authorize', later.payment_id)).toHaveLength(1);
    },
  },
  {
    title: 'A card is charged by the token that the vendor has of it, without its number',
    needs,
    run: async (world) => {
      const { customer_id, given } = await consent(world);
      const later = await chargeBrought(
        world,
        {
          type: 'processor_payment_token',
          data: {
            processor_payment_token: given.connector_mandate_id,
            merchant_connector_id: world.account,
          },
        },
        { customer_id },
      );
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700, payment_method_id: null });
    },
  },
  {
    title: 'A payment method that only the vendor keeps is saved by its mandate, and charged',
    needs,
    run: async (world) => {
      const { customer_id, given } = await consent(world);
      const moved = await world.accepted(
        world.post('/payment_methods', {
          ...{ customer_id, payment_method: 'card', recurring_enabled: true },
          connector_mandates: { [world.account]: given.connector_mandate_id },
        }),
      );
      const later = await chargeAbsent(world, customer_id, moved.payment_method_id);
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700 });
    },
  },
  {
    title: 'A card is charged by its number alone while its customer is absent',
    needs: [{ ability: 'limited_card_data' }],
    run: async (world) => {
      const { card_number } = world.numberOf('good');
      const later = await chargeBrought(world, { type: 'card_with_limited_data', data: { card_number } });
      expect(later).toMatchObject({ status: 'succeeded', amount_received: 700 });
      expect(later.payment_method_data.card).toMatchObject({
        last4: card_number.slice(-4),
        card_exp_month: null,
      });
    },
  },
  {
    title: 'A processor that takes no network transactions is not asked for such a charge',
    needs: [{ lacks: 'network_mandate' }],
    run: async (world) => {
      const { card_cvc: _, ...card } = world.numberOf('good');
      const { body } = await world.post('/payments', {
        ...{ amount: 700, currency: world.usual, confirm: true, off_session: true },
        recurring_details: {
          type: 'network_transaction_id_and_card_details',
          data: { ...card, network_transaction_id: '016150703802094' },
        },
      });
      expect(body.error).toMatchObject({ code: 'no_connector_available' });
    },
  },
  {
    title: 'PayPal is set up without a charge, and charged while its customer is absent',
    needs: [{ keeps: 'paypal' }],
    run: async (world) => {
      const customer_id = await world.customer();
      const first = await world.payWith(walletData.paypal, {
        ...{ amount: 0, customer_id, setup_future_usage: 'off_session', ...acceptance },
      });
      expect(first.status).toBe('requires_customer_action');
      await world.answer(first, 'accept');
      await world.settle(first.payment_id);
      const given = await world.payment(first.payment_id);
      expect(given).toMatchObject({
        ...{ status: 'succeeded', amount: 0, payment_method: 'wallet', payment_method_type: 'paypal' },
        ...{ mandate_id: expect.any(String), connector_mandate_id: expect.any(String) },
      });
      const later = await chargeAbsent(world, customer_id, given.payment_method_id);
      await world.settle(later.payment_id);
      expect(await world.payment(later.payment_id)).toMatchObject({
        ...{ status: 'succeeded', amount_received: 700, next_action: null },
        ...{ payment_method: 'wallet', payment_method_type: 'paypal' },
      });
    },
  },
  {
    title: 'PayPal that its customer does not approve is not kept',
    needs: [{ keeps: 'paypal' }],
    run: async (world) => {
      const customer_id = await world.customer();
      const first = await world.payWith(walletData.paypal, {
        ...{ customer_id, setup_future_usage: 'off_session', ...acceptance },
      });
      await world.answer(first, 'refuse');
      await world.settle(first.payment_id);
      const failed = await world.payment(first.payment_id);
      expect(failed).toMatchObject({ status: 'failed', mandate_id: null, connector_mandate_id: null });
      const listed = await world.service.database.rows.query(
        {
          text: 'select payment_method_id from payment_methods where merchant_id = $1 and customer_id = $2',
          values: [world.shop.merchantId, customer_id],
        },
        null,
      );
      expect(listed).toEqual([]);
    },
  },
  ...(['apple_pay', 'google_pay', 'paypal', 'ideal'] as const).map(
    (type): Behaviour => ({
      title: `${type}, whose customer consents, is kept and charged while they are absent, until it is deleted`,
      needs: [{ ability: 'forget_methods' }, { keeps: type }, sight],
      run: async (world) => {
        const customer_id = await world.customer();
        const first = await world.payWith(keptData[type], {
          ...{ customer_id, setup_future_usage: 'off_session', ...acceptance },
          ...(type === 'ideal' ? { currency: 'EUR' } : {}),
        });
        if (first.next_action) await world.answer(first, 'accept');
        await world.settle(first.payment_id);
        const given = await world.payment(first.payment_id);
        expect(given).toMatchObject({
          ...{ status: 'succeeded', connector_mandate_id: expect.any(String) },
          ...{ mandate_id: expect.any(String), payment_method_id: expect.any(String) },
        });
        const { mandate_id, payment_method_id } = given;
        const charge = { amount: 700, currency: given.currency, confirm: true, off_session: true };
        for (const by of [{ customer_id, payment_method_id }, { mandate_id }]) {
          const { payment_id } = await world.accepted(world.post('/payments', { ...charge, ...by }));
          await world.settle(payment_id);
          expect(await world.payment(payment_id)).toMatchObject({
            ...{ status: 'succeeded', amount_received: 700, next_action: null },
            payment_method: type === 'ideal' ? 'bank_debit' : 'wallet',
          });
        }
        const [kept] = await world.mandatesOf(payment_method_id);
        expect((await world.harness.kept!()).methods).toContain(kept);
        await world.remove(`/payment_methods/${payment_method_id}`);
        await world.tellVendors();
        expect((await world.harness.kept!()).methods).not.toContain(kept);
        const { body } = await world.post('/payments', { ...charge, customer_id, payment_method_id });
        expect(body.error).toMatchObject({ code: 'resource_not_found' });
      },
    }),
  ),
];
