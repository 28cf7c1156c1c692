import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';
import { ConnectorAccount } from './connector-account.ts';

/** The state of a connector account's webhooks. Its row exists from the account's first webhook on. */
@Internal({ table: 'connector_webhook_states', id: 'merchant_connector_id' })
export class ConnectorWebhookState extends MerchantScoped {
  @f.Id('The connector account.', { required: true }) merchant_connector_id!: string;
  @f.Timestamp('Time of the last webhook with a valid signature.') received_at?: Date | null;
  @f.Timestamp('Time of the last refused webhook.') refused_at?: Date | null;
  @f.Text('Why it was.') refused_because?: string | null;
  @f.Reference(() => ConnectorAccount, 'merchant_connector_id', 'The connector account.', {
    onDelete: 'cascade',
  })
  account?: ConnectorAccount;
}
