import 'reflect-metadata';
import type ts from 'typescript-6';
import { expect, test } from 'vitest';
import { allInputs, fieldsOf } from '../../../src/core/model/index.ts';
import { graphqlSchema } from '../../../src/graphql/schema.ts';
import { coreProgram, declarationIn } from './core-program.ts';
import { portMembers } from './port-members.ts';
import { valueWalk } from './value-walk.ts';

const program = coreProgram();
graphqlSchema();

/**
 * Members that no connector here reads, by the request field they carry: the field's description promises it to the
 * connector.
 */
const promised: Readonly<Record<string, readonly string[]>> = {
  connector_account_details: ['ConnectorAccess.settings'],
  payment_method_data: [
    ...['AuthorizeRequest.method.country', 'NamedCustomer.holderName', 'NamedCustomer.email'],
    ...['AuthorizeRequest.method.wallet.cardType', 'AuthorizeRequest.method.wallet.tokenType'],
    ...['AuthorizeRequest.method.wallet.cardEnd', 'AuthorizeRequest.method.wallet.email'],
    ...['AuthorizeRequest.method.expMonth', 'AuthorizeRequest.method.expYear'],
    ...['AuthorizeRequest.method.holderName', 'AuthorizeRequest.method.phone'],
    ...['AuthorizeRequest.method.email', 'AuthorizeRequest.method.coin', 'AuthorizeRequest.method.network'],
  ],
  payment_method_type: ['AuthorizeRequest.paymentMethodType', 'ScreenRequest.paymentMethodType'],
  payment_method: ['ScreenRequest.paymentMethod'],
  three_ds_data: [
    ...['ExternalAuthentication.threeDsServerTransactionId', 'ExternalAuthentication.acsTransactionId'],
  ],
  browser_info: [
    ...['BrowserDetails.osType', 'BrowserDetails.osVersion', 'BrowserDetails.deviceModel'],
    'ScreeningSubject.browser',
  ],
  shipping_cost: ['PaymentContext.shippingCost'],
  order_tax_amount: ['PaymentContext.orderTax'],
  surcharge_details: ['PaymentContext.surcharge', 'PaymentContext.surchargeTax'],
  connector_metadata: ['PaymentContext.connectorMetadata'],
  is_debit_routing_enabled: ['AuthorizationTerms.network'],
  reason: ['IncrementTerms.reason'],
  cancellation_reason: ['VoidRequest.reason'],
  customer_id: ['ForgetCustomerRequest.customerId', 'ScreeningSubject.customerId'],
  payout_method_data: ['PayoutRequest.destination.type'],
  description: ['PayoutContext.description'],
  recurring: ['PayoutRequest.recurring'],
  sdk_information: ['AuthenticateRequest.sdk'],
  frm_configs: [
    ...['ScreenRequest.flow', 'ScreenRequest.authorization', 'ScreenRequest.authorization.connector'],
    'ScreenRequest.authorization.connectorTransactionId',
  ],
  name: ['ScreeningSubject.name'],
  phone: ['ScreeningSubject.phone'],
  billing: ['ScreeningSubject.billing'],
  shipping: ['ScreeningSubject.shipping'],
  card_number: [
    ...['ScreeningSubject.card', 'ScreeningSubject.card.bin', 'ScreeningSubject.card.last4'],
    ...['ScreeningSubject.card.network', 'ScreeningSubject.card.fingerprint'],
  ],
  order_details: [
    ...['ScreeningSubject.items', 'ScreenedItem.name', 'ScreenedItem.quantity', 'ScreenedItem.unitAmount'],
  ],
  metadata: ['ScreeningSubject.metadata'],
};

test("A connector reads each member of its requests, or the field's description explains the exception", () => {
  const { all, read } = portMembers(program);
  expect(read.size).toBeGreaterThan(150);
  const unread = [...all].filter((member) => !read.has(member));
  expect(unread.sort()).toEqual(Object.values(promised).flat().sort());
  const fields = allInputs().flatMap((target) => fieldsOf(target));
  for (const name of Object.keys(promised)) {
    const named = fields.filter((field) => field.name === name);
    expect([name, named.some(({ inert }) => !inert)]).toEqual([name, true]);
  }
});

/** How often a reader changes files who follows a connector's event, of every type, and how often to a known file. */
const STAYS_MAX = 97;
const RETURNS_MAX = 53;

test("A reader follows a connector's event through few files", () => {
  const start = declarationIn(program, 'core/outcomes/receive-webhook.ts', 'receiveEvent');
  const files = valueWalk(program, start as ts.FunctionDeclaration, 'event');
  for (const file of ['core/refunds/record-refund.ts', 'core/connector-calls/record-report.ts'])
    expect(files).toContain(file);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(STAYS_MAX);
  expect(files.length - new Set(files).size).toBeLessThanOrEqual(RETURNS_MAX);
});
