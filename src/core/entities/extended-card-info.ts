import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** Maximum length of the encrypted details, in characters. A card's details take about 800. */
const PAYLOAD_MAX = 8_192;

/** Details of the card entered for a payment, until they expire. Only the merchant can decrypt them. */
@Internal({
  table: 'extended_card_infos',
  id: 'payment_id',
  indexes: {
    // For deleting expired rows.
    extended_card_infos_by_expires_at: { columns: ['expires_at'] },
  },
})
export class ExtendedCardInfo extends MerchantScoped {
  @f.Id('The payment.', { required: true }) payment_id!: string;
  @f.Text("The details, as a JWE for the merchant's public key.", { required: true, max: PAYLOAD_MAX })
  payload!: string;
  @f.Timestamp('Time at which they expire.', { required: true, due: { as: 'extended_card_info' } })
  expires_at!: Date;
}
