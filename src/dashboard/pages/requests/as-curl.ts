/** The parts of a request that a command repeats. */
interface Repeatable {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey?: string | null;
  readonly query?: unknown;
  readonly request?: unknown;
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A request as a curl command. The API key is a shell variable, and the caller fills in concealed values and a new idempotency
 * key: the old key would replay the old response.
 */
export function asCurl({ idempotencyKey, method, path, query, request }: Repeatable, origin: string): string {
  const parameters = Object.entries((query ?? {}) as Record<string, string>);
  const search = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
  return [
    `curl -X ${method} ${quoted(`${origin}${path}${search}`)}`,
    `-H "api-key: $API_KEY"`,
    ...(idempotencyKey ? [`-H "idempotency-key: $(uuidgen)"`] : []),
    ...(request == null
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(request))}`]),
  ].join(' \\\n  ');
}
