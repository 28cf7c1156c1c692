import type { Address, Contact, CustomerSummary } from '../entities/values/contact.ts';
import type {
  ContactDetails,
  ContactPerson,
  PhoneNumber,
  PostalAddress,
} from '../foundation/payment-context.ts';

/** A phone number for a connector; null without a number, even with a calling code. */
function phoneOf(
  number: string | null | undefined,
  countryCode: string | null | undefined,
): PhoneNumber | null {
  return number ? { number, countryCode: countryCode ?? null } : null;
}

function addressOf(address: Address): PostalAddress {
  const { city, country, first_name, last_name, line1, line2, line3, state, zip } = address;
  return {
    firstName: first_name ?? null,
    lastName: last_name ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    line3: line3 ?? null,
    city: city ?? null,
    zip: zip ?? null,
    state: state ?? null,
    country: country ?? null,
  };
}

/** A contact in the terms of the connector interface. */
export function contactDetails(contact: Contact | null | undefined): ContactDetails | null {
  if (!contact) return null;
  const { address, email, phone } = contact;
  return {
    address: address ? addressOf(address) : null,
    phone: phoneOf(phone?.number, phone?.country_code),
    email: email ?? null,
  };
}

/** The customer of a payment or payout, as stored there: its contact details beside a copy of the customer's. */
interface PersonHolder {
  readonly customer_id?: string | null;
  readonly customer?: CustomerSummary | null;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly phone_country_code?: string | null;
}

/** The customer or recipient in the terms of the connector interface; null if there are no details. */
export function personOf(holder: PersonHolder): ContactPerson | null {
  const { customer } = holder;
  const number = holder.phone ?? customer?.phone;
  const countryCode = holder.phone_country_code ?? customer?.phone_country_code;
  const person = {
    id: holder.customer_id ?? null,
    name: holder.name ?? customer?.name ?? null,
    email: holder.email ?? customer?.email ?? null,
    phone: phoneOf(number, countryCode),
  };
  return Object.values(person).some((value) => value !== null) ? person : null;
}
