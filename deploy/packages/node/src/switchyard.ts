import { ResponseError, type SwitchyardConnectionError } from './errors.ts';
import { createClient, createConfig } from './generated/client/index.ts';
import { Operations } from './generated/sdk.gen.ts';
import type * as contract from './generated/types.gen.ts';
import { version } from './generated/version.ts';
import { eachEntry, type ListArguments, type ListEntry, type ListName } from './lists.ts';
import { type RetryOptions, retryingFetch } from './retries.ts';
import { readWebhook, type VerifyOptions, type WebhookHeaders } from './signatures.ts';

export interface SwitchyardOptions extends RetryOptions {
  /** Where the service is, such as `https://pay.example.com`. */
  readonly baseUrl: string;
}

/** The codes of error responses; `unreadable` is what answered without being the service. */
export type ErrorCode =
  | 'unreadable'
  | (
      | contract.BadRequestBody
      | contract.UnauthorizedBody
      | contract.ForbiddenBody
      | contract.NotFoundBody
      | contract.ConflictBody
      | contract.GoneBody
      | contract.ContentTooLargeBody
      | contract.UnsupportedMediaTypeBody
      | contract.UnprocessableContentBody
      | contract.TooManyRequestsBody
      | contract.InternalServerErrorBody
      | contract.BadGatewayBody
      | contract.ServiceUnavailableBody
    )['error']['code'];

/** An error response of the service. A declined payment is none: its `status` is `failed`. */
export interface SwitchyardError extends ResponseError {
  /** What to rely on: one of those that the contract lists, or a newer one. */
  readonly code: ErrorCode;
}
export const SwitchyardError = ResponseError as unknown as {
  new (...parameters: ConstructorParameters<typeof ResponseError>): SwitchyardError;
  readonly prototype: SwitchyardError;
};

/** A webhook, by its `event_type`. */
export type WebhookEvent = contract.Webhooks['body'];

/**
 * The REST API as one key sees it. Each operation of `/docs` is a method of the same name, which takes `path`, `query` and
 * `body` as the operation does, and resolves with the response's body. It throws {@link SwitchyardError} for an error
 * response and {@link SwitchyardConnectionError} without one.
 *
 * @example
 * ```ts
 * const switchyard = new Switchyard(process.env.SWITCHYARD_KEY!, { baseUrl: 'http://127.0.0.1:8080' });
 * const payment = await switchyard.createPayment({ body: { amount: 4900, currency: 'EUR' } });
 * ```
 */
export class Switchyard extends Operations {
  /** @param key A secret API key, `sk_…`: it belongs on a server. */
  constructor(key: string, { baseUrl, ...retries }: SwitchyardOptions) {
    const send = retryingFetch(retries);
    const client = createClient(
      createConfig({
        baseUrl: baseUrl.replace(/\/+$/, ''),
        headers: { 'api-key': key, 'x-client-source': 'switchyard-node', 'x-client-version': version },
        fetch: ((request: Request) => send(request)) as typeof globalThis.fetch,
        throwOnError: true,
        responseStyle: 'data',
      }),
    );
    client.interceptors.error.use((error, response) => {
      if (error instanceof Error || !response) return error;
      return new SwitchyardError(response, error);
    });
    super({ client });
  }

  /**
   * The entries of a list, from the newest on, over all its pages.
   *
   * @example
   * ```ts
   * for await (const refund of switchyard.each('listRefunds', { query: { status: 'failed' } })) log(refund.refund_id);
   * ```
   */
  each<Name extends ListName>(
    name: Name,
    ...[options]: ListArguments<Name>
  ): AsyncGenerator<ListEntry<Name>, void, undefined> {
    return eachEntry(this, name, options as object);
  }

  /**
   * The pages of the event feed, until there is no more at present. Store a page's `next_cursor` once its events are
   * processed, and go on from it later with `after`.
   */
  async *eventPages(
    query: contract.ReadEventFeedData['query'] = {},
  ): AsyncGenerator<contract.EventFeedPage, void, undefined> {
    for (let after = query.after; ; ) {
      const page = await this.readEventFeed({ query: after === undefined ? query : { ...query, after } });
      yield page;
      if (!page.has_more) return;
      after = page.next_cursor;
    }
  }

  /**
   * Verifies a webhook and reads it.
   *
   * @param body The bytes as they were received.
   * @param secret The profile's `payment_response_hash_key`, or an endpoint's `whsec_…`.
   * @throws {SignatureError} if the webhook is not the service's, or not from now: answer 400.
   */
  static webhook(
    body: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string,
    options?: VerifyOptions,
  ): WebhookEvent {
    return readWebhook(body, headers, secret, options) as WebhookEvent;
  }
}
