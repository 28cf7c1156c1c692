import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';

/** Longest of what an issuer signs or has passed on to it, in characters. */
const MESSAGE_MAX = 65_536;

/** What a 3-D Secure server answers to a cardholder's client. Specification: endpoint 4. */
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
