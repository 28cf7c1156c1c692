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

/** The 3-D Secure SDK of an app. Specification: endpoint 4, `sdk_information`. */
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

/** The request. Specification: endpoint 4. */
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

/** The longest message that an issuer signs or is sent, in characters. */
const MESSAGE_MAX = 65_536;

/** The response. Specification: endpoint 4. */
@ValueObject({ about: "What a 3-D Secure server answers to a cardholder's client." })
export class ThreeDsAuthentication {
  @f.Text('`Y` authenticated, `C` a challenge has to be answered, `N` not authenticated, `R` rejected.', {
    required: true,
  })
  trans_status!: string;
  @f.Text("Where the issuer's challenge is.", { max: 2048 }) acs_url?: string | null;
  @f.Text('What to send there.', { max: MESSAGE_MAX }) challenge_request?: string | null;
  @f.Text("Reference of the issuer's server.") acs_reference_number?: string | null;
  @f.Text("Identifier of the transaction at the issuer's server.") acs_trans_id?: string | null;
  @f.Text('Identifier of the transaction at the 3-D Secure server.') three_dsserver_trans_id?: string | null;
  @f.Text("What the issuer's server signed for an app's library.", { max: MESSAGE_MAX }) acs_signed_content?:
    | string
    | null;
  @f.Text("The merchant's address, as 3-D Secure servers are told.") three_ds_requestor_url?: string | null;
  @f.Text("Link that opens the merchant's app after a challenge.") three_ds_requestor_app_url?: string | null;
}
