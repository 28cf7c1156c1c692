import {
  Amount,
  Currency,
  Id,
  JsonObject,
  NestedObject,
  Text,
  Timestamp,
  ValueObject,
} from '../../model/index.ts';

/** Specification: MandateData `customer_acceptance.online`. */
@ValueObject({ about: 'From where a customer accepted online.' })
export class OnlineAcceptance {
  @Text("The customer's IP address.") ip_address?: string | null;
  @Text("The customer's browser.", { max: 2048 }) user_agent?: string | null;
}

/** Specification: MandateData `customer_acceptance`. */
@ValueObject({ about: "The customer's consent to later charges." })
export class CustomerAcceptance {
  @Text('How it was given: `online` or `offline`.') acceptance_type?: string | null;
  @Timestamp('When it was given.') accepted_at?: string | null;
  @NestedObject(() => OnlineAcceptance, 'From where, when given online.') online?: OnlineAcceptance | null;
}

/** Specification: MandateData `mandate_type.single_use`. */
@ValueObject({ about: 'The bounds of later charges.' })
export class MandateBounds {
  @Amount('The most that may be charged, in minor units.') amount?: number | null;
  @Currency('Currency of the amount.') currency?: string | null;
  @Timestamp('From when.') start_date?: string | null;
  @Timestamp('Until when.') end_date?: string | null;
  @JsonObject('Set by the merchant.') metadata?: Record<string, unknown> | null;
}

/** Specification: MandateData `mandate_type`. */
@ValueObject({ about: 'What a mandate allows.' })
export class MandateType {
  @NestedObject(() => MandateBounds, 'One later charge.') single_use?: MandateBounds | null;
}

/** Consent to charge a customer later. Specification: MandateData. */
@ValueObject({ about: 'Consent to charge a customer later.' })
export class MandateData {
  @Id('The mandate to change, when it is not a new one.') update_mandate_id?: string | null;
  @NestedObject(() => CustomerAcceptance, "The customer's consent.")
  customer_acceptance?: CustomerAcceptance | null;
  @NestedObject(() => MandateType, 'What is allowed.') mandate_type?: MandateType | null;
}
