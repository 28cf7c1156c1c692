import * as f from '../../model/fields.ts';
import { type JsonRecord, ValueObject } from '../../model/index.ts';

/** Specification: MandateData `customer_acceptance.online`. */
@ValueObject({ about: 'Client details of a consent given online.' })
export class OnlineAcceptance {
  @f.Text("Customer's IP address.") ip_address?: string | null;
  @f.Text("Customer's browser (`User-Agent`).", { max: 2048 }) user_agent?: string | null;
}

/** Specification: MandateData `customer_acceptance`. */
@ValueObject({ about: "Customer's consent to future charges." })
export class CustomerAcceptance {
  @f.Text('How consent was given: `online` or `offline`.') acceptance_type?: string | null;
  @f.Timestamp('Time at which consent was given.') accepted_at?: string | null;
  @f.NestedObject(() => OnlineAcceptance, 'Client details, for consent given online.')
  online?: OnlineAcceptance | null;
}

/** Specification: MandateData `mandate_type.single_use`. */
@ValueObject({ about: 'Limits of a mandate.' })
export class MandateBounds {
  @f.Amount('Maximum amount that may be charged, in minor units.') amount?: number | null;
  @f.Currency('Three-letter ISO 4217 currency code.') currency?: string | null;
  @f.Timestamp("Start of the mandate's validity.") start_date?: string | null;
  @f.Timestamp("End of the mandate's validity.") end_date?: string | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.") metadata?: JsonRecord | null;
}

/** Specification: MandateData `mandate_type`. */
@ValueObject({ about: 'Type of mandate.' })
export class MandateType {
  @f.NestedObject(() => MandateBounds, 'Limits of a single-use mandate.') single_use?: MandateBounds | null;
}

/** Customer's consent to future charges. Specification: MandateData. */
@ValueObject({ about: "Customer's consent (mandate) to future charges." })
export class MandateData {
  @f.Id('Existing mandate to update; null to create one.') update_mandate_id?: string | null;
  @f.NestedObject(() => CustomerAcceptance, "Customer's consent to future charges.")
  customer_acceptance?: CustomerAcceptance | null;
  @f.NestedObject(() => MandateType, 'Type and limits of the mandate. Stored only.')
  mandate_type?: MandateType | null;
}
