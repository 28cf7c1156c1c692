import { Id } from './fields.ts';

/** A resource of a merchant whose answers name the merchant. Its identifier leads the key. */
export abstract class MerchantOwned {
  @Id('Merchant account this object belongs to.', { required: true })
  merchant_id!: string;
}

/** A resource of a merchant whose REST shape does not name the merchant; GraphQL does. */
export abstract class MerchantScoped {
  @Id('Merchant account this object belongs to.', { required: true, visibility: 'graphql' })
  merchant_id!: string;
}
