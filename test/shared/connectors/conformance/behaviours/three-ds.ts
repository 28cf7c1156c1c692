import { expect } from 'vitest';
import type { Behaviour, World } from '../world.ts';

const challenged = async (world: World, given = {}) => {
  const waiting = await world.pay('challenge', { authentication_type: 'three_ds', ...given });
  expect(waiting).toMatchObject({
    status: 'requires_customer_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: expect.stringMatching(/^https?:/) },
  });
  return waiting;
};

/** Redirect challenges, and customers who return or not. */
export const threeDs: readonly Behaviour[] = [
  {
    title: 'A customer who passes the challenge is charged once they are back',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      await world.answer(waiting, 'accept');
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'succeeded',
        amount_received: 1000,
        next_action: null,
      });
      expect(await world.held('authorize', waiting.payment_id)).toHaveLength(1);
    },
  },
  {
    title: "A card that would be challenged is charged at once with another provider's 3-D Secure",
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const paid = await world.pay('challenge', {
        authentication_type: 'three_ds',
        three_ds_data: {
          authentication_cryptogram: { cavv: { authentication_cryptogram: 'AJkBB4OBmVFmgYFYFIGZAAAAAAA=' } },
          ...{ ds_trans_id: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25', version: '2.2.0', eci: '05' },
          ...{ transaction_status: 'Y', exemption_indicator: 'transaction_risk_assessment' },
        },
      });
      expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000, next_action: null });
      expect(paid.external_authentication_details).toMatchObject({ status: 'success', version: '2.2.0' });
    },
  },
  {
    title: 'A customer who passes the challenge of an authorization can be captured from',
    needs: [{ card: 'challenge' }, { ability: 'capture' }],
    run: async (world) => {
      const waiting = await challenged(world, { capture_method: 'manual' });
      await world.answer(waiting, 'accept');
      await world.settle(waiting.payment_id);
      expect((await world.payment(waiting.payment_id)).status).toBe('requires_capture');
      await world.capture(waiting.payment_id);
      await world.settle(waiting.payment_id);
      expect((await world.payment(waiting.payment_id)).status).toBe('succeeded');
    },
  },
  {
    title: 'A customer who fails the challenge is not charged, and may try again',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      await world.answer(waiting, 'refuse');
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'failed',
        amount_received: 0,
        error_code: expect.any(String),
      });
      expect(await world.held('authorize', waiting.payment_id)).toEqual([]);
      const { body } = await world.post(`/payments/${waiting.payment_id}/confirm`, world.cardData('good'));
      expect(body.status).toBe('succeeded');
    },
  },
  {
    title: 'A customer who leaves the challenge is not charged, and the payment can be cancelled',
    isLive: true,
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      await world.deliver();
      expect((await world.payment(waiting.payment_id)).status).toBe('requires_customer_action');
      await world.cancel(waiting.payment_id);
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'cancelled',
        amount_received: 0,
      });
      if (world.seesRecords) expect(await world.held('authorize', waiting.payment_id)).toEqual([]);
    },
  },
  {
    title: 'A customer who passes the challenge and closes the window is charged by a webhook',
    needs: [{ card: 'challenge' }, { ability: 'webhooks' }],
    run: async (world) => {
      const waiting = await challenged(world);
      await world.harness.atPage(waiting.next_action.redirect_to_url, 'accept');
      await world.settle(waiting.payment_id);
      const after = await world.payment(waiting.payment_id);
      // A vendor that needs the browser's return data cannot complete without it.
      const needsBrowser = world.connector.abilities.has('complete_action');
      expect(needsBrowser ? ['succeeded', 'requires_customer_action'] : ['succeeded']).toContain(
        after.status,
      );
    },
  },
  {
    title: 'A customer who comes back twice is charged once',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      const { back } = await world.answer(waiting, 'accept');
      await Promise.all([world.comeBack(back), world.comeBack(back)]);
      await world.settle(waiting.payment_id);
      expect(await world.payment(waiting.payment_id)).toMatchObject({
        status: 'succeeded',
        amount_received: 1000,
      });
      expect(await world.held('authorize', waiting.payment_id)).toHaveLength(1);
    },
  },
  {
    title: 'A customer who takes another card while the challenge is open is charged by that card alone',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      const { client_secret, payment_id: id } = waiting;
      const input = { client_secret, ...world.cardData('good') };
      const { body } = await world.postFromPage(`/payments/${id}/confirm`, input);
      expect(body.status).toBe('succeeded');
      await world.settle(id);
      // The former challenge is closed, at the vendor too.
      const late = await world.harness
        .atPage(waiting.next_action.redirect_to_url, 'accept')
        .catch(() => null);
      if (late?.url) await world.comeBack(late);
      await world.settle(id);
      expect(await world.payment(id)).toMatchObject({
        status: 'succeeded',
        amount_received: 1000,
        attempt_count: 2,
        attempts: [{ status: 'voided' }, { status: 'charged' }],
      });
      expect(await world.held('authorize', id)).toHaveLength(1);
    },
  },
  {
    title: 'A customer who confirms again while the challenge is open passes the new challenge',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const former = await challenged(world);
      const id = former.payment_id;
      // Already passed on the page, if the vendor waits for the browser's return data.
      const needsBrowser = world.connector.abilities.has('complete_action');
      const back = needsBrowser
        ? await world.harness.atPage(former.next_action.redirect_to_url, 'accept')
        : null;
      const { body: waiting } = await world.post(`/payments/${id}/confirm`, world.cardData('challenge'));
      expect(waiting).toMatchObject({ status: 'requires_customer_action', attempt_count: 2 });
      expect(waiting.next_action.redirect_to_url).not.toBe(former.next_action.redirect_to_url);
      if (back) await world.comeBack(back);
      expect(await world.held('authorize', id)).toEqual([]);
      expect(await world.payment(id)).toMatchObject({ status: 'requires_customer_action' });
      await world.answer(waiting, 'accept');
      await world.settle(id);
      expect(await world.payment(id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
      expect(await world.held('authorize', id)).toHaveLength(1);
    },
  },
  {
    title: 'A return with forged parameters charges nobody',
    needs: [{ card: 'challenge' }],
    run: async (world) => {
      const waiting = await challenged(world);
      const { back } = { back: await world.harness.atPage(waiting.next_action.redirect_to_url, 'refuse') };
      const forged = new URL(back.url);
      for (const name of [...forged.searchParams.keys()]) forged.searchParams.set(name, 'forged');
      forged.searchParams.set('status', 'succeeded');
      await world.comeBack({ url: forged.href });
      expect(await world.payment(waiting.payment_id)).toMatchObject({ amount_received: 0 });
      expect(await world.held('authorize', waiting.payment_id)).toEqual([]);
    },
  },
];
