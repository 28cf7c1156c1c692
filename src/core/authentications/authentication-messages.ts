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

/** The 3-D Secure SDK of an app. Specification: endpoint 4, `sdk_information`. */
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

/** The request. Specification: endpoint 4. */
@Input({ about: 'Parameters for authenticating the cardholder of a payment with 3-D Secure.' })
export class AuthenticationRequest {
  @f.Text('Client secret of the payment.', { required: true, holds: 'token' }) client_secret!: string;
  @f.NestedObject(() => SdkInformation, 'Data of the 3-D Secure SDK, for channel `APP`.', {
    redirectsNothing: 'of_customer',
  })
  sdk_information?: SdkInformation | null;
  @f.Enumeration(() => DeviceChannel, 'Channel the cardholder uses: `APP` or `BRW`.', { required: true })
  device_channel!: ValueOf<typeof DeviceChannel>;
  @f.Enumeration(() => MethodCompletion, '3DS method completion indicator: `Y`, `N` or `U`.', {
    inert: 'ignored',
    because: 'No authentication connector runs the 3DS method.',
    required: true,
  })
  threeds_method_comp_ind!: ValueOf<typeof MethodCompletion>;
}

/** The longest message that an issuer signs or is sent, in characters. */
const MESSAGE_MAX = 65_536;

/** The response. Specification: endpoint 4. */
@ValueObject({ about: 'Result of a 3-D Secure authentication request.' })
export class ThreeDsAuthentication {
  @f.Text(
    'Transaction status: `Y` authenticated, `C` challenge required, `N` not authenticated, `R` rejected by the issuer.',
    { required: true, example: 'Y' },
  )
  trans_status!: string;
  @f.Text("URL of the issuer's access control server (ACS) for the challenge; null without a challenge.", {
    max: 2048,
  })
  acs_url?: string | null;
  @f.Text('Challenge request (CReq) to post to `acs_url`.', { max: MESSAGE_MAX })
  challenge_request?: string | null;
  @f.Text('Reference number of the ACS.') acs_reference_number?: string | null;
  @f.Text('Transaction identifier assigned by the ACS.') acs_trans_id?: string | null;
  @f.Text('Transaction identifier assigned by the 3-D Secure server.')
  three_dsserver_trans_id?: string | null;
  @f.Text('Content signed by the ACS, for the SDK of an app.', { max: MESSAGE_MAX })
  acs_signed_content?: string | null;
  @f.Text('URL of the merchant (3DS requestor URL).') three_ds_requestor_url?: string | null;
  @f.Text("Deep link that returns to the merchant's app after the challenge.")
  three_ds_requestor_app_url?: string | null;
}
