import type { GiftCardMethod } from '../../core/foundation/payment-method-details.ts';
import type { Connector } from '../../core/foundation/ports/connector.ts';
import { RefusedRequestError, UnreadableAnswerError } from '../exchange.ts';
import { fromAdyen, toAdyen } from './amounts.ts';
import { type Adyen, merchantAccount, requestOptions } from './client.ts';
import { failure, requestErrors } from './errors.ts';
import type { Checkout, Wire } from './library.ts';
import { refusal } from './payment-outcome.ts';

/** Adyen's brands of gift cards. */
export const giftCardBrands: Readonly<Record<GiftCardMethod['type'], string>> = { givex: 'givex' };

const errors = requestErrors({ repeatable: false });

/**
 * Asks for the balance of a gift card: Checkout's `/paymentMethods/balance`, where the type is the card's brand. A balance
 * that does not cover the amount is a response, too.
 */
export const balanceOperation =
  (adyen: Adyen): NonNullable<Connector['checkBalance']> =>
  async (access, request) => {
    const { number, pin, type } = request.method;
    const body = {
      merchantAccount: merchantAccount(access),
      amount: toAdyen(request),
      paymentMethod: { type: giftCardBrands[type], number, cvc: pin },
      reference: request.reference,
    };
    let answer: Wire<Checkout.BalanceCheckResponse>;
    try {
      const asked = body as unknown as Checkout.BalanceCheckRequest;
      answer = await adyen.orders(access).getBalanceOfGiftCard(asked, requestOptions(request));
    } catch (error) {
      if (error instanceof RefusedRequestError) return failure(error.code, error.message);
      const failed = errors.failureOf(error);
      if (failed) return failed;
      throw errors.unansweredOf(error) ?? error;
    }
    const { balance, resultCode, transactionLimit } = answer;
    if (resultCode === 'Failed') return refusal(adyen.setup, answer);
    if (resultCode !== 'Success' && resultCode !== 'NotEnoughBalance') {
      throw new UnreadableAnswerError('Adyen answered with a result code of a balance that is not known.');
    }
    const money = fromAdyen(balance);
    return {
      kind: 'known',
      balance: money,
      limit:
        transactionLimit && transactionLimit.currency === balance.currency
          ? fromAdyen(transactionLimit).amount
          : null,
    };
  };
