import { expect } from 'vitest';
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
import { validate } from '../../src/core/model/validate.ts';
import { problemsOf } from './problems.ts';

/** An input with one field of each kind. */
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

/** A query with one field of each kind that queries support. */
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

/** Validates an order of amount 1 with these further members. */
export const validateOrder = (members: object) => validate(OrderInput, { amount: 1, ...members });

/** The parameter problems an order with these members is rejected with; empty if it is valid. */
export const orderProblems = (members: object) => problemsOf(() => validateOrder(members));

/** Expects an order with these members to be valid. */
export const expectAccepted = (members: object) => expect(orderProblems(members)).toEqual([]);

/** Expects an order with these members to be rejected for one parameter, with this message. */
export const expectRejected = (members: object, param: string, message: string) =>
  expect(orderProblems(members)).toEqual([{ param, code: 'invalid_parameter', message }]);
