import * as f from '../model/fields.ts';
import { Internal, MerchantScoped } from '../model/index.ts';

/** The longest encrypted details, in characters: a card's are of some 800. */
const PAYLOAD_MAX = 8_192;

/** The details of the card that was typed for a payment, which only the merchant can decrypt, until they expire. */
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
  @f.Timestamp('When they stop being shown.', { required: true, due: { as: 'extended_card_info' } })
  expires_at!: Date;
}
