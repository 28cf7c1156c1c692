import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { Customer } from './customer.ts';
import { LinkConfig } from './values/link-config.ts';

/** A page on which a customer saves payment methods, until it expires. */
@Internal({
  table: 'collect_links',
  id: 'pm_collect_link_id',
  prefix: 'pmcl',
  indexes: {
    // For deleting expired links, and the links of a deleted customer.
    collect_links_by_expires_at: { columns: ['expires_at'] },
    collect_links_by_customer_id: { columns: ['merchant_id', 'customer_id'] },
  },
})
export class CollectLink extends MerchantScoped {
  @f.Id('Unique identifier of the link.', { required: true }) pm_collect_link_id!: string;
  @f.Id('The customer for whom methods are saved.', { required: true }) customer_id!: string;
  @f.NestedObject(() => LinkConfig, 'Settings of the page.', { takenOver: true })
  pm_collect_link_config?: LinkConfig | null;
  @f.Url('URL the customer is redirected to once a method is saved.', { redirectsNothing: 'leads_back' })
  return_url?: string | null;
  @f.Timestamp('Time at which it was created.', { required: true }) created_at!: Date;
  @f.Timestamp('Time at which it expires.', { required: true, due: { as: 'collect_link' } })
  expires_at!: Date;
  @f.Reference(() => Customer, 'customer_id', 'The customer for whom methods are saved.')
  customer?: Customer;
}
