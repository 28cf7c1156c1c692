import * as f from '../model/fields.ts';
import { enumeration, Input, ValueObject, type ValueOf } from '../model/index.ts';

export const DeviceChannel = enumeration('DeviceChannel', 'Where the cardholder is.', {
  APP: "In the merchant's app.",
  BRW: 'In a browser.',
});

export const MethodCompletion = enumeration(
  'MethodCompletion',
  "Whether the issuer could look at the cardholder's device beforehand.",
  { Y: 'It could.', N: 'It could not.', U: 'It is not known, or was not tried.' },
);

/** What an app's 3-D Secure library tells of itself. Specification: endpoint 4, `sdk_information`. */
@ValueObject({ about: "What an app's 3-D Secure library tells of itself." })
export class SdkInformation {
  @f.Text("The library's identifier of the app.", { max: 36 }) sdk_app_id?: string | null;
  @f.Text('What the library tells of the device, encrypted for the directory server.', { max: 64_000 })
  sdk_enc_data?: string | null;
  @f.Text("The library's identifier of the transaction.", { max: 36 }) sdk_trans_id?: string | null;
  @f.Text('Reference of the library, as it was approved.', { max: 32 }) sdk_reference_number?: string | null;
  @f.JsonObject("The library's short-lived public key, a JSON Web Key.") sdk_ephem_pub_key?: Record<
    string,
    unknown
  > | null;
  @f.Integer('How long the app waits for a challenge, in minutes.', { min: 5, maximum: 99 })
  sdk_max_timeout?: number | null;
  @f.Text('The kind of library, such as `01`.', { max: 2 }) sdk_type?: string | null;
}

/** What a cardholder's client sends to be authenticated. Specification: endpoint 4. */
@Input({ about: "What a cardholder's client sends to be authenticated." })
export class AuthenticationRequest {
  @f.Text('The client secret of the payment.', { required: true }) client_secret!: string;
  @f.NestedObject(() => SdkInformation, "What an app's 3-D Secure library tells of itself.")
  sdk_information?: SdkInformation | null;
  @f.Enumeration(() => DeviceChannel, 'Where the cardholder is: `APP` or `BRW`.', { required: true })
  device_channel!: ValueOf<typeof DeviceChannel>;
  @f.Enumeration(
    () => MethodCompletion,
    "Whether the issuer could look at the cardholder's device: `Y`, `N` or `U`.",
    {
      required: true,
    },
  )
  threeds_method_comp_ind!: ValueOf<typeof MethodCompletion>;
}
