import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { permitted } from '../../core/foundation/permissions.ts';
import {
  EncryptedCardInfo,
  readExtendedCardInfo,
} from '../../core/payments/method/read-extended-card-info.ts';
import { merchantArgument } from '../kit/arguments.ts';
import { type GraphqlContext, merchantContext, readingContext } from '../kit/context.ts';

const readsCards = { permission: 'vault:export', reach: 'profile' } as const;

@Resolver()
export class ExtendedCardInfoQueries {
  @Query(() => EncryptedCardInfo, {
    nullable: true,
    description:
      "Details of the card that was typed for a payment, encrypted for the merchant's public key; null for a saved card, unless its profile has `extendedCardInfoConfig`, or once they have expired. Each reading is in the audit log. Takes the permission `vault:export`.",
    complexity: 5,
  })
  extendedCardInfo(
    @Arg('paymentId', () => ID, { description: 'The payment.' }) paymentId: string,
    @Ctx() graphql: GraphqlContext,
    @merchantArgument('Merchant of the payment. Required with the admin API key.') merchantId?: string | null,
  ): Promise<EncryptedCardInfo | null> {
    const reading = permitted(readingContext(graphql, merchantId), readsCards);
    const [{ merchantId: own }] = merchantContext(graphql, merchantId);
    return readExtendedCardInfo({ ...reading, merchantId: own }, paymentId);
  }
}
