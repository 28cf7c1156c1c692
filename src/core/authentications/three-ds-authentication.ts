import * as f from '../model/fields.ts';
import { ValueObject } from '../model/index.ts';

/** Longest of what an issuer signs or has passed on to it, in characters. */
const MESSAGE_MAX = 65_536;

/** What a 3-D Secure server answers to a cardholder's client. Specification: endpoint 4. */
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
