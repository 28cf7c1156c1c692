import { checkAgainstContract } from './contract.ts';

/** What came back: headers by name, the body as JSON and as the text it was. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body, not what type it has.
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Text goes as it is; anything else as JSON. */
  readonly body?: unknown;
}

/** Speaks to a service over HTTP, and holds every answer against the OpenAPI document. */
export interface Client {
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, options?: RequestOptions): Promise<Answer>;
}

export function clientOf({ url }: { url: string }): Client {
  const request = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
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
    checkAgainstContract({ method, path, status, headers, text });
    return {
      status,
      headers,
      body: text === '' ? undefined : JSON.parse(text),
      text,
    };
  };
  return {
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, options) => request('POST', path, options),
  };
}
