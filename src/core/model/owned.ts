import { Id } from './fields.ts';

/** What every resource of a merchant starts with: the merchant's identifier leads its key. */
export abstract class MerchantOwned {
  @Id('The merchant it belongs to.', { required: true, filter: true })
  merchant_id!: string;
}
