import { randomUUID } from 'node:crypto';
import { type DescribedClass, fieldsOf } from '../../../src/core/model/index.ts';
import { type Operation, pathNames, takesBody } from '../../../src/rest/operation.ts';
import { operations } from '../../../src/rest/operations.ts';
import type { Asked } from './asking.ts';
import { type Merchant, ownName } from './merchants.ts';

/** A place for one value in the requests of an operation. */
export interface RestPosition {
  readonly operation: Operation;
  readonly place: 'path' | 'query' | 'body' | 'header';
  readonly path: readonly string[];
  readonly kind: string;
  readonly isList: boolean;
}

const namesObject = /^(starting_after|ending_before|client_secret|payment_token|payout_token|\w+_id)$/;

/** Every field of a described class, including nested ones, without recursion. */
export function fieldPaths(
  target: DescribedClass,
  path: readonly string[] = [],
  within: readonly DescribedClass[] = [],
): { path: readonly string[]; kind: string; isList: boolean }[] {
  if (within.includes(target)) return [];
  return fieldsOf(target).flatMap(({ kind, name, of }) => {
    const at = [...path, name];
    if (of && /^(object|object_list|json_encoded_list|json)$/.test(kind)) {
      return fieldPaths(of(), at, [...within, target]);
    }
    return [{ path: at, kind, isList: kind === 'text_list' }];
  });
}

/** Every place in the route table for an identifier, and the places of every request. */
export const restPositions: readonly RestPosition[] = operations.flatMap((operation) => {
  const at = (place: RestPosition['place'], path: readonly string[], kind = 'id', isList = false) => ({
    operation,
    place,
    path,
    kind,
    isList,
  });
  const declared = (place: 'query' | 'body', target: DescribedClass | undefined) =>
    (target ? fieldPaths(target) : [])
      .filter(({ kind, path }) => kind === 'id' || kind.startsWith('json') || namesObject.test(path.at(-1)!))
      .map(({ isList, kind, path }) => at(place, path, kind, isList));
  return [
    ...pathNames(operation.path).map((name) => at('path', [name])),
    ...declared('query', operation.query),
    ...(takesBody(operation) ? declared('body', operation.body) : []),
    // Most operations do not declare these, and must refuse them.
    at('query', ['merchant_id']),
    ...(takesBody(operation) ? [at('body', ['merchant_id'])] : []),
    ...(operation.method === 'get' ? [] : [at('header', ['idempotency-key'])]),
  ];
});

/** Objects to delete or revoke, by path name. */
const byPathName = ({
  customerId,
  invitationId,
  keyId,
  mandateId,
  paymentMethodId,
  personId,
}: Record<string, string>) => ({
  customer_id: customerId!,
  invitation_id: invitationId!,
  person_id: personId!,
  key_id: keyId!,
  mandate_id: mandateId!,
  method_id: paymentMethodId!,
});

/** Credentials stored by another service, by source: complete, so that only the tested value can be wrong. */
const brought = (own: (name: string) => unknown): Readonly<Record<string, object>> => {
  const card = { card_number: '4242424242424242', card_exp_month: '12', card_exp_year: '2039' };
  const account = own('merchant_connector_id');
  return {
    network_transaction_id_and_card_details: { ...card, network_transaction_id: 'ntx_1' },
    processor_payment_token: { processor_payment_token: 'tok_1', merchant_connector_id: account },
    card_with_limited_data: card,
  };
};

const threeDs = {
  authentication_cryptogram: { cavv: { authentication_cryptogram: 'AJkBB4OBmVFmgYFYFIGZAAAAAAA=' } },
  ...{ ds_trans_id: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25', version: '2.2.0', eci: '05' },
  transaction_status: 'Y',
};

/** A valid request about a merchant's own objects, with another merchant's value at one position. */
export async function restRequest(
  operation: Operation,
  merchant: Merchant,
  position?: RestPosition,
  value?: unknown,
  withClientSecret = false,
): Promise<Asked> {
  const writes = operation.method !== 'get';
  const takes = (name: string) => writes && operation.path.includes(`{${name}}`);
  const isLast = operation.method === 'delete' || operation.path.endsWith('/revoke');
  const fresh: Record<string, string> = {
    ...(takes('payment_id') ? { payment_id: await merchant.open('payment') } : {}),
    ...(takes('payout_id') ? { payout_id: await merchant.open('payout') } : {}),
    ...(isLast ? byPathName(await merchant.disposable()) : {}),
  };
  const own = (name: string) => fresh[name] ?? merchant.own(ownName(operation.id, name));
  const example = operation.example ?? {};
  const put = (target: Record<string, unknown>, path: readonly string[]) => {
    const [name, ...rest] = path;
    if (rest.length === 0) target[name!] = position!.isList ? [value] : value;
    else {
      target[name!] ??= {};
      put(target[name!] as Record<string, unknown>, rest);
    }
  };
  const overlay = (values: object = {}) =>
    structuredClone(
      Object.fromEntries(
        Object.entries(values).map(([name, one]) => [
          name,
          typeof one === 'string' ? (own(name) ?? one) : one,
        ]),
      ),
    );
  const query = overlay(example.query);
  const body = overlay(example.body);
  if (operation.number === 8) delete body.customer_id;
  // The merchants have no default profile.
  if (/^\/(payments|payouts|accounts\/\{account_id\}\/connectors)$/.test(operation.path) && writes)
    body.profile_id = merchant.own('profile_id');
  if (operation.number === 13) body.merchant_id = `mer_${randomUUID()}`;
  if (
    withClientSecret &&
    operation.body &&
    fieldsOf(operation.body).some(({ name }) => name === 'client_secret')
  ) {
    body.client_secret = merchant.clientSecret;
  }
  // Members that exclude the value.
  const [first] = position?.place === 'body' ? position.path : [];
  if (/^(payment_token|payment_method_id|mandate_id)$/.test(first ?? '')) delete body.payment_method_data;
  if (/^(payout_token|payout_method_id|payout_method_data)$/.test(first ?? ''))
    delete body.payout_method_data;
  if (first === 'customer_id') delete body.customer;
  if (first === 'customer') delete body.customer_id;
  if (/^(routing|algorithm|\w+_routing_algorithm)$/.test(first ?? '')) {
    body[first!] = { type: 'single', data: { connector: 'sandbox' } };
  }
  if (operation.path === '/rulesets') {
    body.rules = [];
    body.default = { connectors: ['sandbox'] };
  }
  if (operation.path === '/rulesets/evaluate' && /^(payment|payout)_id$/.test(first ?? ''))
    delete body.payment;
  if (first === 'mandate_data') {
    body.setup_future_usage = 'off_session';
    const limit = { amount: 1, currency: 'USD' };
    const [, , kind] = position!.path;
    body.mandate_data = {
      customer_acceptance: { acceptance_type: 'offline' },
      ...(kind ? { mandate_type: { [kind]: limit } } : {}),
    };
  }
  if (first === 'recurring_details') {
    delete body.payment_method_data;
    body.off_session = true;
    if (operation.path === '/payments') body.confirm = false;
    const [, source] = position!.path;
    body.recurring_details = { [source!]: brought(own)[source!] };
  }
  if (first === 'retry_policy') body.retry_policy = { max_attempts: 4, within_days: 21 };
  if (first === 'three_ds_data') body.three_ds_data = structuredClone(threeDs);
  if (position?.place === 'query') put(query, position.path);
  if (position?.place === 'body') put(body, position.path);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      String(position?.place === 'path' && position.path[0] === name ? value : (own(name) ?? 'nothing')),
    ),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, one]) =>
      [one].flat().map((text): [string, string] => [name, String(text)]),
    ),
  ).toString();
  return {
    operation: `${operation.method.toUpperCase()} ${operation.path}`,
    position: position ? `${position.place} ${position.path.join('.')}` : null,
    method: operation.method.toUpperCase(),
    path: search === '' ? path : `${path}?${search}`,
    ...(takesBody(operation) ? { body: JSON.stringify(body) } : {}),
    ...(position?.place === 'header' ? { headers: { [position.path[0]!]: String(value) } } : {}),
    writes,
  };
}

/** The operations that read a merchant's data. */
export const restReads = operations.filter(
  ({ keys, method }) => method === 'get' && (keys.includes('api_key') || keys.includes('publishable_key')),
);
