import * as f from '../model/fields.ts';
import { enumeration, MerchantOwned, Resource, type ValueOf } from '../model/index.ts';
import { AuditActor } from './audit-entry.ts';

export const ApiFace = enumeration('ApiFace', 'API that a request was sent to.', {
  rest: 'The REST API.',
  graphql: 'The GraphQL API.',
});

/**
 * A request by a merchant's key or person, with its response, for developers. Values that may be secret or personal
 * are concealed before storage. Written in batches after the response, so a crash loses up to a second of requests.
 */
@Resource({
  table: 'request_log',
  shortIndexes: true,
  id: 'log_id',
  prefix: 'rlog',
  about:
    'A request to the API and its response, with all values concealed that may be secret or personal. Kept for days.',
  order: 'created_at',
  from: 'newest',
  reads: 'events:read',
  reach: 'merchant',
  partitioned: { by: 'log_id', per: 'day' },
})
export class LoggedRequest extends MerchantOwned {
  @f.Id('Unique identifier of the entry.', { required: true }) log_id!: string;
  @f.Text('Identifier of the request, as `x-request-id` returned it.', {
    required: true,
    max: 128,
    filter: true,
    example: 'req_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
    holds: 'identifier',
  })
  request_id!: string;
  @f.Enumeration(() => ApiFace, 'API that the request was sent to.', { required: true, filter: 'unindexed' })
  api!: ValueOf<typeof ApiFace>;
  @f.Text('HTTP method.', { required: true, max: 10, filter: 'unindexed', example: 'POST', holds: 'code' })
  method!: string;
  @f.Text('Path of the URL, without the query.', { required: true, max: 500, example: '/payments' })
  path!: string;
  @f.Text('Operation: the `operationId` of REST, or the name of the GraphQL operation.', {
    max: 100,
    filter: true,
    example: 'createPayment',
    holds: 'code',
  })
  operation?: string | null;
  @f.Integer('HTTP status of the response; 499 if the client left before it was complete.', {
    required: true,
    filter: 'unindexed',
    example: 200,
  })
  status!: number;
  @f.Text('Code of the error; null without an error.', {
    max: 100,
    filter: true,
    example: 'amount_too_large',
    holds: 'code',
  })
  error_code?: string | null;
  @f.Enumeration(() => AuditActor, 'Kind of actor that made the request: a person or a kind of key.', {
    required: true,
  })
  actor_type!: ValueOf<typeof AuditActor>;
  @f.Id('Identifier of the person, key or customer; null for publishable keys.', {
    filter: true,
    example: 'key_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  actor_id?: string | null;
  @f.Text("IP address of the client. Null for requests by a customer's browser: it would be personal data.", {
    example: '203.0.113.7',
  })
  address?: string | null;
  @f.Text('Idempotency key of the request.', { max: 255, example: 'order-1042-payment', holds: 'identifier' })
  idempotency_key?: string | null;
  @f.Integer('Time from the request to the end of its response, in milliseconds.', {
    required: true,
    min: 0,
    example: 48,
  })
  duration_ms!: number;
  @f.Json('Parameters of the query string; null without parameters.', {
    example: { limit: '10' },
    shownWhole: 'concealed',
  })
  query?: unknown;
  @f.Json('Body of the request; null if empty or larger than 16 KiB.', {
    example: { amount: 6540, currency: 'USD' },
    shownWhole: 'concealed',
    packed: true,
  })
  request?: unknown;
  @f.Json('Body of the response, without null members; null if it is not JSON or larger than 16 KiB.', {
    example: { payment_id: 'pay_01JZ5V0G7N4S8X2T6W9Y3B1C5D', status: 'succeeded' },
    shownWhole: 'concealed',
    packed: true,
  })
  response?: unknown;
  @f.Timestamp('Time at which the request arrived.', { required: true, filter: true, sort: true })
  created_at!: Date;
}
