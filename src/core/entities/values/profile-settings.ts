import * as f from '../../model/fields.ts';
import { enumeration, ValueObject, type ValueOf } from '../../model/index.ts';

/** Who runs 3DS outside the processor. Specification: Business profile. */
@ValueObject({ about: 'Who runs 3DS outside the payment processor.' })
export class AuthenticationConnectorDetails {
  @f.TextList('Names of authentication connectors, the preferred one first.')
  authentication_connectors!: string[];
  @f.Url("The merchant's http or https address that 3DS servers are told of.")
  three_ds_requestor_url?: string | null;
  @f.Text("Link that opens the merchant's app after a challenge; any scheme.")
  three_ds_requestor_app_url?: string | null;
}

/** How card details may be handed back to the merchant. Specification: Business profile. */
@ValueObject({ about: 'How card details may be handed back to the merchant, encrypted and for a while.' })
export class ExtendedCardInfoConfig {
  @f.Text("The merchant's public key, PEM or base64, that details are encrypted for.", { max: 4096 })
  public_key?: string | null;
  @f.Integer('How long they can be fetched, in seconds.', { min: 1 }) ttl_in_secs?: number | null;
}

export const CardTestingGuardStatus = enumeration(
  'CardTestingGuardStatus',
  'Whether one of the guards against card testing is on.',
  { enabled: 'The guard counts and blocks.', disabled: 'The guard is off.' },
);

/** Guards against trying out stolen cards. Specification: Business profile. */
@ValueObject({ about: 'Guards that block someone who tries out many cards.' })
export class CardTestingGuardConfig {
  @f.Enumeration(() => CardTestingGuardStatus, 'Guard that counts failures of one card from one IP address.')
  card_ip_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Enumeration(() => CardTestingGuardStatus, 'Guard that counts failures of one card without a customer.')
  guest_user_card_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Enumeration(() => CardTestingGuardStatus, 'Guard that counts failures of one customer, over all cards.')
  customer_id_blocking_status?: ValueOf<typeof CardTestingGuardStatus> | null;
  @f.Integer('Failures of one card from one IP address that pass before it is blocked.', { min: 0 })
  card_ip_blocking_threshold?: number | null;
  @f.Integer('Failures of one card without a customer that pass before it is blocked.', { min: 0 })
  guest_user_card_blocking_threshold?: number | null;
  @f.Integer('Failures of one customer that pass before it is blocked.', { min: 0 })
  customer_id_blocking_threshold?: number | null;
  @f.Integer('How long failures are counted, in seconds.', { min: 1 })
  card_testing_guard_expiry?: number | null;
}
