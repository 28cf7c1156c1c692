import type { DestinationStream } from 'pino';

/** Shown by {@link prettyLine}, or too long for a terminal. */
const shown = [
  'method',
  'route',
  'status',
  'operation',
  'commands',
  'code',
  'objects',
  'objects_omitted',
  'duration_ms',
  'key_kind',
  'merchant_id',
  'request_id',
];

/**
 * Log entries of the sandbox connector's reports to this process; after demo data were loaded, enough to push their
 * keys off the screen.
 */
const isSandboxReport = (line: string): boolean =>
  line.includes('"route":"/webhooks/{merchant_id}/{merchant_connector_id}","status":200,');

/** The log for a terminal: one short line per entry. Errors follow theirs. */
export async function prettyLog(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  const terminal = pretty({
    // Written synchronously, to keep the order among other output.
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: shown.join(','),
    messageFormat: prettyLine,
  });
  return { write: (line) => void (isSandboxReport(line) || terminal.write(line)) };
}

/** A request as `GET /payments/list 200 in 12 ms, demo req_…`; anything else as its message. */
export function prettyLine(entry: Record<string, unknown>): string {
  const {
    code,
    duration_ms: durationMs,
    merchant_id: merchant,
    method,
    msg,
    operation,
    request_id: id,
    route,
    status,
  } = entry;
  const origin = [merchant, id].filter((text) => typeof text === 'string').join(' ');
  if (typeof method !== 'string') return [msg, code, origin].filter(Boolean).join(' · ');
  const outcome = msg === 'answered' ? '' : ` (${msg})`;
  const name = route === '/graphql' && operation !== undefined ? ` ${operation}` : '';
  const refusal = typeof code === 'string' ? ` ${code}` : '';
  return `${method} ${route ?? 'unknown path'}${name} ${status}${refusal} in ${durationMs} ms${outcome} · ${origin}`;
}
