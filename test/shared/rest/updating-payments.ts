import type { ApiResponse } from '../../kit/client.ts';
import { test as base } from '../../kit/test.ts';

/** Tests of updates of unconfirmed payments. */
export const test = base
  .extend(
    'open',
    ({ shop }) =>
      (values = {}) =>
        shop.payment({
          status: 'requires_payment_method',
          amount_received: 0,
          profile_id: shop.profileId,
          ...values,
        }),
  )
  .extend(
    'update',
    ({ client, shop }) =>
      (id: string, body: unknown, key = shop.key): Promise<ApiResponse> =>
        client.post(`/payments/${id}`, { key, body }),
  )
  .extend('refusal', ({ update }) => async (id: string, body: unknown) => {
    const { status, body: answer } = await update(id, body);
    return [status, answer.error?.code, answer.error?.param];
  });
