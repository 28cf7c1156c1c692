import { CaptureMethod } from '../../src/core/entities/payment-enumerations.ts';
import { Contact } from '../../src/core/entities/values/contact.ts';
import { OrderDetail } from '../../src/core/entities/values/order-detail.ts';
import {
  Amount,
  Anything,
  CardNumber,
  Country,
  Currency,
  Email,
  EncodedList,
  Enumeration,
  Flag,
  Free,
  Id,
  Input,
  Instant,
  Integer,
  Text,
  Texts,
  Url,
  Value,
  Values,
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
  @Flag('Whether at once.') confirm?: boolean | null;
  @Instant('When.') due?: string | null;
  @Enumeration(() => CaptureMethod, 'How.') capture_method?: string | null;
  @Free('Anything of the merchant.') metadata?: Record<string, unknown> | null;
  @Anything('Anything at all.') extra?: unknown;
  @Value(() => Contact, 'Where the bill goes.') billing?: Contact | null;
  @Values(() => OrderDetail, 'Gifts.', { max: 3 }) gifts?: OrderDetail[] | null;
  @Texts('Tags.', { max: 3 }) tags?: string[] | null;
  @Texts('Countries.', { format: 'country' }) countries?: string[] | null;
  @EncodedList(() => OrderDetail, 'Lines.', { max: 3 }) order_details?: OrderDetail[] | null;
}

/** A query with a field of every kind that a query can hold. */
@Input({ about: 'What a list is narrowed by.' })
export class OrderQuery {
  @Amount('Least.', { required: true }) least!: number;
  @Integer('How many.', { min: 1, maximum: 100 }) limit?: number;
  @Flag('Whether open.') open?: boolean;
  @Id('Customer.') customer_id?: string;
  @Instant('From when.') created_gte?: string;
  @Enumeration(() => CaptureMethod, 'How.') capture_method?: string;
  @Texts('Tags.') tags?: string[];
}
