import { type BenchRequest, graphql } from './measure.ts';
import type { ServerProcess } from './processes.ts';

/** A calling merchant. */
export interface Merchant {
  readonly key: string;
  /** A profile with an account for card payments. */
  readonly profileId: string;
}

/** A test card that the sandbox always authorizes. */
const card = { cardNumber: '4242424242424242', cardExpMonth: '12', cardExpYear: '2039', cardCvc: '123' };
const amount = { amount: 6540, currency: 'USD' };

const creation = `mutation Pay($input: CreatePaymentInput!) {
  createPayment(input: $input) { payment { paymentId status } userErrors { code } } }`;
const refund = `mutation Refund($input: CreateRefundInput!) {
  createRefund(input: $input) { refund { status } userErrors { code } } }`;

const listening = `mutation Listen($input: UpdateBusinessProfileInput!) {
  updateBusinessProfile(input: $input) { userErrors { message } } }`;
const receiving = `mutation Receive($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { webhookEndpoint { endpointId } userErrors { message } } }`;
const replay = `mutation Replay($input: ReplayWebhooksInput!) {
  replayWebhooks(input: $input) { webhookReplay { eventCount } userErrors { message } } }`;

/** The header that carries a key. */
export const keyOf = (key: string) => ({ 'api-key': key });

/** The merchant of an API key, with the profile of its first account for payments. */
export async function merchantOf(service: Pick<ServerProcess, 'url'>, key: string): Promise<Merchant> {
  const query =
    '{ connectorAccounts(first: 1, filter: { connectorType: { in: [payment_processor] } }) { nodes { profileId } } }';
  const { connectorAccounts } = await send(service, graphql(query, {}, keyOf(key)));
  return { key, profileId: connectorAccounts.nodes[0].profileId };
}

/** A GET of the REST API. */
export const get = ({ key }: Merchant, path: string): BenchRequest => ({
  method: 'GET',
  path,
  headers: keyOf(key),
});

/** A POST of the REST API. */
export const post = ({ key }: Merchant, path: string, body: object): BenchRequest => ({
  method: 'POST',
  path,
  headers: { ...keyOf(key), 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Creates a payment without a card. */
export const openRequest = ({ key, profileId }: Merchant): BenchRequest =>
  graphql(creation, { input: { ...amount, profileId } }, keyOf(key));

/** Creates a payment and confirms it with a card. */
export function payRequest({ key, profileId }: Merchant): BenchRequest {
  const details = { paymentMethod: 'card', paymentMethodData: { card }, confirm: true };
  return graphql(creation, { input: { ...amount, ...details, profileId } }, keyOf(key));
}

/** Creates a payment and authorizes it with a card, for a later capture. */
export function authorizeRequest({ key, profileId }: Merchant): BenchRequest {
  const details = {
    paymentMethod: 'card',
    paymentMethodData: { card },
    confirm: true,
    captureMethod: 'manual',
  };
  return graphql(creation, { input: { ...amount, ...details, profileId } }, keyOf(key));
}

/** Sends the webhooks of the merchant's profile to an address. */
export const listenRequest = ({ key, profileId }: Merchant, webhookUrl: string): BenchRequest =>
  graphql(listening, { input: { profileId, webhookDetails: { webhookUrl } } }, keyOf(key));

/** Adds an endpoint to the merchant's profile. */
export const endpointRequest = ({ key, profileId }: Merchant, url: string): BenchRequest =>
  graphql(receiving, { input: { profileId, url } }, keyOf(key));

/** Replays the profile's events since a time to an endpoint. */
export const replayRequest = ({ key, profileId }: Merchant, endpointId: string, since: Date): BenchRequest =>
  graphql(replay, { input: { profileId, endpointId, createdFrom: since.toISOString() } }, keyOf(key));

/** Refunds the smallest possible amount. */
export const refundRequest = ({ key }: Merchant, paymentId: string): BenchRequest =>
  graphql(refund, { input: { paymentId, amount: 1 } }, keyOf(key));

/** Creates payments to use in turn: concurrent requests for one payment would wait for each other. */
export async function paymentsOf(
  service: Pick<ServerProcess, 'url'>,
  request: BenchRequest,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await send(service, request)).createPayment.payment.paymentId);
  return ids;
}

/** Sends a GraphQL request and returns its data. */
export async function send(
  service: Pick<ServerProcess, 'url'>,
  { path, ...request }: BenchRequest,
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the query.
): Promise<any> {
  const text = await (await fetch(service.url + path, request)).text();
  const { data, errors } = JSON.parse(text);
  if (errors) throw new Error(text);
  return data;
}
