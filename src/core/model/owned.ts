import { Id } from './fields.ts';

/** A merchant's resource that shows the merchant in REST and GraphQL. `merchant_id` leads its primary key. */
export abstract class MerchantOwned {
  @Id('Merchant account this object belongs to.', { required: true })
  merchant_id!: string;
}

/** A merchant's resource that shows the merchant in GraphQL only. */
export abstract class MerchantScoped {
  @Id('Merchant account this object belongs to.', { required: true, visibility: 'graphql' })
  merchant_id!: string;
}
