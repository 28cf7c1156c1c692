import { CaptureMethod } from '../../src/core/entities/payment-enumerations.ts';
import { Contact } from '../../src/core/entities/values/contact.ts';
import { OrderDetail } from '../../src/core/entities/values/payment-parts.ts';
import {
  Amount,
  Bool,
  CardNumber,
  Country,
  Currency,
  Email,
  Enumeration,
  Id,
  Input,
  Integer,
  Json,
  JsonEncodedList,
  JsonObject,
  NestedObject,
  ObjectList,
  Text,
  TextList,
  Timestamp,
  Url,
} from '../../src/core/model/index.ts';

/** An input with a field of every kind. */
@Input({ about: 'An order.' })
export class OrderInput {
  @Amount('Price.', { required: true }) amount!: number;
  @Id('Customer.') customer_id?: string | null;
  @Text('What for.') description?: string | null;
  @Email('Address for mail.') email?: string | null;
  @Url('Way back.') return_url?: string | null;
  @Currency('Currency.') currency?: string | null;
  @Country('Country.') country?: string | null;
  @CardNumber('Card.') card_number?: string | null;
  @Integer('How often.', { min: 1, maximum: 10 }) times?: number | null;
  @Bool('Whether at once.') confirm?: boolean | null;
  @Timestamp('When.') due?: string | null;
  @Enumeration(() => CaptureMethod, 'How.') capture_method?: string | null;
  @JsonObject('Anything of the merchant.') metadata?: Record<string, unknown> | null;
  @Json('Anything at all.') extra?: unknown;
  @NestedObject(() => Contact, 'Where the bill goes.') billing?: Contact | null;
  @ObjectList(() => OrderDetail, 'Gifts.', { max: 3 }) gifts?: OrderDetail[] | null;
  @TextList('Tags.', { max: 3 }) tags?: string[] | null;
  @TextList('Countries.', { format: 'country' }) countries?: string[] | null;
  @JsonEncodedList(() => OrderDetail, 'Lines.', { max: 3 }) order_details?: OrderDetail[] | null;
}

/** A query with a field of every kind that a query can hold. */
@Input({ about: 'What a list is narrowed by.' })
export class OrderQuery {
  @Amount('Least.', { required: true }) least!: number;
  @Integer('How many.', { min: 1, maximum: 100 }) limit?: number;
  @Bool('Whether open.') open?: boolean;
  @Id('Customer.') customer_id?: string;
  @Timestamp('From when.') created_gte?: string;
  @Enumeration(() => CaptureMethod, 'How.') capture_method?: string;
  @TextList('Tags.') tags?: string[];
}
