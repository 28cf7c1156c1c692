import * as f from '../../model/fields.ts';
import { ValueObject } from '../../model/index.ts';

/** Specification: MandateData `customer_acceptance.online`. */
@ValueObject({ about: 'From where a customer accepted online.' })
export class OnlineAcceptance {
  @f.Text("The customer's IP address.") ip_address?: string | null;
  @f.Text("The customer's browser.", { max: 2048 }) user_agent?: string | null;
}

/** Specification: MandateData `customer_acceptance`. */
@ValueObject({ about: "The customer's consent to later charges." })
export class CustomerAcceptance {
  @f.Text('How it was given: `online` or `offline`.') acceptance_type?: string | null;
  @f.Timestamp('When it was given.') accepted_at?: string | null;
  @f.NestedObject(() => OnlineAcceptance, 'From where, when given online.') online?: OnlineAcceptance | null;
}

/** Specification: MandateData `mandate_type.single_use`. */
@ValueObject({ about: 'The bounds of later charges.' })
export class MandateBounds {
  @f.Amount('The most that may be charged, in minor units.') amount?: number | null;
  @f.Currency('Currency of the amount.') currency?: string | null;
  @f.Timestamp('From when.') start_date?: string | null;
  @f.Timestamp('Until when.') end_date?: string | null;
  @f.JsonObject('Set by the merchant.') metadata?: Record<string, unknown> | null;
}

/** Specification: MandateData `mandate_type`. */
@ValueObject({ about: 'What a mandate allows.' })
export class MandateType {
  @f.NestedObject(() => MandateBounds, 'One later charge.') single_use?: MandateBounds | null;
}

/** Consent to charge a customer later. Specification: MandateData. */
@ValueObject({ about: 'Consent to charge a customer later.' })
export class MandateData {
  @f.Id('The mandate to change, when it is not a new one.') update_mandate_id?: string | null;
  @f.NestedObject(() => CustomerAcceptance, "The customer's consent.")
  customer_acceptance?: CustomerAcceptance | null;
  @f.NestedObject(() => MandateType, 'What is allowed.') mandate_type?: MandateType | null;
}
