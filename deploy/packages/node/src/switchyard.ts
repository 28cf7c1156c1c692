import { ResponseError, type SwitchyardConnectionError } from './errors.ts';
import { createClient, createConfig } from './generated/client/index.ts';
import { Operations } from './generated/sdk.gen.ts';
import type * as contract from './generated/types.gen.ts';
import { version } from './generated/version.ts';
import { eachEntry, type ListArguments, type ListEntry, type ListName } from './lists.ts';
import { type RetryOptions, retryingFetch } from './retries.ts';
import { readWebhook, type VerifyOptions, type WebhookHeaders } from './signatures.ts';

export interface SwitchyardOptions extends RetryOptions {
  /** The service's base URL, such as `https://pay.example.com`. */
  readonly baseUrl: string;
}

/** The codes of error responses; `unreadable` for a response that is not the service's. */
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

/** An error response of the service. A declined payment is not an error: its `status` is `failed`. */
export interface SwitchyardError extends ResponseError {
  /** The stable error code: one of the contract's, or a newer one. */
  readonly code: ErrorCode;
}
export const SwitchyardError = ResponseError as unknown as {
  new (...parameters: ConstructorParameters<typeof ResponseError>): SwitchyardError;
  readonly prototype: SwitchyardError;
};

/** A webhook, by its `event_type`. */
export type WebhookEvent = contract.Webhooks['body'];

/**
 * The REST API with one key. Each operation of `/docs` is a method of the same name, which takes the operation's `path`,
 * `query` and `body`, and resolves with the response's body. It throws {@link SwitchyardError} for an error
 * response and {@link SwitchyardConnectionError} without one.
 *
 * @example
 * ```ts
 * const switchyard = new Switchyard(process.env.SWITCHYARD_KEY!, { baseUrl: 'http://127.0.0.1:8080' });
 * const payment = await switchyard.createPayment({ body: { amount: 4900, currency: 'EUR' } });
 * ```
 */
export class Switchyard extends Operations {
  /** @param key A secret API key, `sk_…`: only for servers. */
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
   * All entries of a list, newest first, page by page.
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
   * The current pages of the event feed. Store a page's `next_cursor` once its events are processed, and continue later with
   * `after`.
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
   * Verifies a webhook and parses it.
   *
   * @param body The raw bytes.
   * @param secret The profile's `payment_response_hash_key`, or an endpoint's `whsec_…`.
   * @throws {SignatureError} if the signature is invalid or the timestamp is out of tolerance: respond with 400.
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
