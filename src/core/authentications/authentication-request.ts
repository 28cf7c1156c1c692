import * as f from '../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../model/index.ts';

export const DeviceChannel = enumeration('DeviceChannel', 'Channel the cardholder uses.', {
  APP: "The merchant's app.",
  BRW: 'A browser.',
});

export const MethodCompletion = enumeration(
  'MethodCompletion',
  "3DS method completion indicator: whether the issuer's device fingerprinting completed.",
  { Y: 'Completed.', N: 'Not completed.', U: 'Unavailable or not attempted.' },
);

/** What an app's 3-D Secure library tells of itself. Specification: endpoint 4, `sdk_information`. */
@ValueObject({ about: "Data of the 3-D Secure SDK in the merchant's app." })
export class SdkInformation {
  @f.Text('App identifier assigned by the SDK.', { max: 36 }) sdk_app_id?: string | null;
  @f.Text('Device data, encrypted by the SDK for the directory server.', { max: 64_000 })
  sdk_enc_data?: string | null;
  @f.Text('Transaction identifier assigned by the SDK.', { max: 36 }) sdk_trans_id?: string | null;
  @f.Text('Reference number of the approved SDK.', { max: 32 }) sdk_reference_number?: string | null;
  @f.JsonObject('Ephemeral public key of the SDK, as a JSON Web Key.')
  sdk_ephem_pub_key?: Record<string, unknown> | null;
  @f.Integer('Maximum time for the challenge, in minutes.', { min: 5, maximum: 99 })
  sdk_max_timeout?: number | null;
  @f.Text('SDK type, such as `01`.', { max: 2 }) sdk_type?: string | null;
}

/** What a cardholder's client sends to be authenticated. Specification: endpoint 4. */
@Input({ about: 'Parameters for authenticating the cardholder of a payment with 3-D Secure.' })
export class AuthenticationRequest {
  @f.Text('Client secret of the payment.', { required: true }) client_secret!: string;
  @f.NestedObject(() => SdkInformation, 'Data of the 3-D Secure SDK, for channel `APP`.')
  sdk_information?: SdkInformation | null;
  @f.Enumeration(() => DeviceChannel, 'Channel the cardholder uses: `APP` or `BRW`.', { required: true })
  device_channel!: ValueOf<typeof DeviceChannel>;
  @f.Enumeration(() => MethodCompletion, '3DS method completion indicator: `Y`, `N` or `U`.', {
    required: true,
  })
  threeds_method_comp_ind!: ValueOf<typeof MethodCompletion>;
}
