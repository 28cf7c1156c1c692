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
  @f.Amount('Maximum amount that may be charged, in minor units; no maximum if null.') amount?: number | null;
  @f.Currency(
    "Three-letter ISO 4217 code of the only currency to charge in; the payment's if only `amount` is given.",
  )
  currency?: string | null;
  @f.Timestamp("Start of the mandate's validity; charges before it are refused.") start_date?: string | null;
  @f.Timestamp("End of the mandate's validity; charges after it are refused.") end_date?: string | null;
  @f.JsonObject("Key-value pairs for the merchant's own use.") metadata?: JsonRecord | null;
}

/** Specification: MandateData `mandate_type`. */
@ValueObject({
  about: 'Type of mandate: `single_use` or `multi_use`. Without either it may be used any number of times.',
})
export class MandateType {
  @f.NestedObject(() => MandateBounds, 'Limits of a mandate for one charge. Excludes `multi_use`.')
  single_use?: MandateBounds | null;
  @f.NestedObject(
    () => MandateBounds,
    'Limits of a mandate for many charges: `amount` is the maximum of all together. Excludes `single_use`.',
  )
  multi_use?: MandateBounds | null;
}

/** Customer's consent to future charges. Specification: MandateData. */
@ValueObject({
  about:
    "Customer's consent (mandate) to future charges. It takes `setup_future_usage: off_session`, a customer and `customer_acceptance`.",
})
export class MandateData {
  @f.Id("The customer's active mandate to renew, with the limits given here; null to create one.")
  update_mandate_id?: string | null;
  @f.NestedObject(() => CustomerAcceptance, "Customer's consent to future charges.")
  customer_acceptance?: CustomerAcceptance | null;
  @f.NestedObject(() => MandateType, 'Type and limits of the mandate.')
  mandate_type?: MandateType | null;
}
