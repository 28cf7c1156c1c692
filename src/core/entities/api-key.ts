import * as f from '../model/fields.ts';
import { MerchantScoped, Resource } from '../model/index.ts';
import { MerchantAccount } from './merchant-account.ts';

/** A secret key of a merchant's server. Only its hash is kept. Specification: Authentication. */
@Resource({
  table: 'api_keys',
  id: 'key_id',
  prefix: 'key',
  about:
    "A secret key of a merchant's server. The key itself is shown once, when it is made; only its hash is kept.",
  order: 'created_at',
  from: 'newest',
  indexes: { api_keys_hash: { columns: ['hash'], unique: true } },
})
export class ApiKey extends MerchantScoped {
  @f.Id('Identifier of the key; it is not the key.', { required: true, search: true }) key_id!: string;
  @f.Text('What the merchant calls it.', { required: true, search: true }) name!: string;
  @f.Text('How the key starts: `sk_test_` or `sk_live_`.', { required: true, max: 16 }) prefix!: string;
  @f.Text("The key's last four characters.", { required: true, max: 4 }) last4!: string;
  @f.Text('Hexadecimal SHA-256 of the key.', { required: true, max: 64, visibility: 'nowhere' })
  hash!: string;
  @f.Timestamp('When it was made.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('When it stops being accepted; never, when null.', { filter: true }) expires_at?: Date | null;
  @f.Timestamp('When it was revoked.', { filter: true }) revoked_at?: Date | null;
  @f.Timestamp('When it was last used, to the minute.') last_used_at?: Date | null;
  @f.Reference(() => MerchantAccount, 'merchant_id', 'The merchant it belongs to.', { visibility: 'nowhere' })
  merchant?: MerchantAccount;
}
