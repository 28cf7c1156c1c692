import { expect } from 'vitest';
import { type MutationResponse, mutate } from './mutate.ts';
import { graphqlCardOf, type SandboxShop } from './sandbox-shop.ts';
import type { TestService } from './service.ts';

type Input = Record<string, unknown>;

/** Mandate fields of payments. */
const ofPayment = `payment {
  paymentId status amountReceived errorCode errorMessage mandateId paymentMethodId paymentMethodStatus offSession
  merchantConnectorId manualRetryAllowed nextStates nextAction { type }
  attempts { status authenticationType merchantConnectorId errorCode mandateId }
}`;

/** Helpers of a merchant who charges customers under their consent. */
export const consentOf = (service: TestService, shop: Pick<SandboxShop, 'key'>) => {
  const send = (name: string, input: Input, selection = ofPayment) =>
    mutate(service, shop.key, name, input, selection);
  const create = (input: Input) =>
    send('createPayment', { amount: 1000, currency: 'USD', confirm: true, ...input });
  const paid = (answer: MutationResponse) => {
    expect(answer.userErrors).toEqual([]);
    return answer.payload.payment;
  };
  return {
    send,
    create,
    /** A payment that must be accepted. */
    pay: async (input: Input) => paid(await create(input)),
    confirm: (paymentId: string, input: Input = {}) => send('confirmPayment', { paymentId, ...input }),
    /** The error code of a refused payment. */
    refusal: async (input: Input) => {
      const { userErrors, errors } = await create(input);
      const refused = [...userErrors, ...errors.map(({ extensions }) => extensions)];
      return refused.map(({ code, param }) => [code, param])[0];
    },
    saveCard: async (customerId: string, number: string, input: Input = {}): Promise<string> => {
      const { cardCvc: _, ...card } = graphqlCardOf(number);
      const saving = { customerId, paymentMethod: 'card', card, ...input };
      const { payload } = await send('savePaymentMethod', saving, 'paymentMethod { paymentMethodId }');
      return payload.paymentMethod.paymentMethodId;
    },
    deleteCard: async (paymentMethodId: string) =>
      (await send('deletePaymentMethod', { paymentMethodId }, 'paymentMethod { status }')).payload,
    revoke: (mandateId: string) =>
      send(
        'revokeMandate',
        { mandateId },
        'mandate { mandateId status timeline { fromStatus toStatus cause } }',
      ),
  };
};

/** A customer's first payment, which consents to later charges within the given bounds. */
export const consenting = (customerId: string, number: string, mandateType?: object) => ({
  customerId,
  setupFutureUsage: 'off_session',
  paymentMethodData: { card: graphqlCardOf(number) },
  mandateData: {
    customerAcceptance: {
      acceptanceType: 'online',
      acceptedAt: '2026-01-01T00:00:00Z',
      online: { ipAddress: '192.0.2.1', userAgent: 'Mozilla' },
    },
    ...(mandateType ? { mandateType } : {}),
  },
});
