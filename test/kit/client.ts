import { expectContractResponse } from './contract.ts';
import { asJsonText } from './csv.ts';

/** A response with its body as parsed JSON, or an export's rows, and as text. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the body's content.
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Strings are sent unchanged, everything else as JSON. */
  readonly body?: unknown;
}

/** An HTTP client of a service that validates every response against the OpenAPI document. */
export interface Client {
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  post(path: string, options?: RequestOptions): Promise<ApiResponse>;
}

export function clientOf({ url }: { url: string }): Client {
  const request = async (
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<ApiResponse> => {
    const { key, body } = options;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    expectContractResponse({ method, path, status, headers, text });
    return {
      status,
      headers,
      body: text === '' ? undefined : JSON.parse(asJsonText(headers, text)),
      text,
    };
  };
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, options) => request('POST', path, options),
  };
}
