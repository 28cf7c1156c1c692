import { Resolver } from 'node:dns/promises';
import https from 'node:https';
import type { DomainLookups } from '../foundation/ports/domain-lookups.ts';
import type { TargetRules } from '../foundation/ports/target-rules.ts';
import { type ResolvedTarget, resolveTarget } from '../foundation/resolve-target.ts';

/** Time limit of a look-up of either kind, in milliseconds. */
const LOOKUP_MS = 5_000;
/** Time-out of one query to one name server, and the number of tries. */
const dnsQueries = Object.freeze({ timeout: 2_000, tries: 2 });
/** Maximum number of bytes read from a file; a token is shorter. */
const FILE_MAX = 1_024;
const HEADERS_MAX = 16 * 1024;
/** DNS error codes that mean that the record does not exist. */
const missing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Settings of look-ups that tests replace. */
export interface LookupOptions {
  /** Name servers in place of the machine's. */
  readonly servers?: readonly string[];
  /** The trusted certificate authorities, in PEM. */
  readonly ca?: string;
  readonly deadlineMs?: number;
}

/** Looks for tokens in the DNS and on web servers. Host names resolve to public addresses only, as for webhook targets. */
export function domainLookups(rules: TargetRules, options: LookupOptions = {}): DomainLookups {
  const { ca, deadlineMs = LOOKUP_MS, servers } = options;
  return {
    txt: (name) => within(deadlineMs, (signal) => txtRecords(name, signal, servers)),
    file: (url) =>
      within(deadlineMs, async (signal) => readFile(await resolveTarget(url, rules), signal, ca)),
  };
}

/** Rejects after a time, even if the work ignores the signal. */
function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([run(signal), late]);
}

async function txtRecords(
  name: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<string[]> {
  const resolver = new Resolver(dnsQueries);
  if (servers) resolver.setServers(servers);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  try {
    const records = await resolver.resolveTxt(name);
    return records.map((strings) => strings.join(''));
  } catch (error) {
    if (missing.has(String((error as { code?: unknown }).code))) return [];
    throw error;
  }
}

/** Reads a file at the pinned address of its host, whose certificate is verified against the name. */
function readFile(
  { address, family, url }: ResolvedTarget,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = https.get({
      host: address,
      family,
      port: url.port || 443,
      path: url.pathname,
      servername: url.hostname,
      headers: { host: url.host, accept: 'text/plain', 'user-agent': 'Switchyard' },
      setHost: false,
      agent: false,
      maxHeaderSize: HEADERS_MAX,
      signal,
      ...(ca === undefined ? {} : { ca }),
    });
    // Never removed: a connection may emit another error after the request is done.
    request.on('error', reject);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        resolve(null);
        request.destroy();
        return;
      }
      let content = '';
      response.setEncoding('utf8');
      response.on('error', reject);
      response.on('data', (chunk: string) => {
        content += chunk;
        if (content.length < FILE_MAX) return;
        resolve(content.slice(0, FILE_MAX));
        request.destroy();
      });
      response.on('end', () => resolve(content));
      response.on('close', () => reject(new Error('The response is incomplete.')));
    });
  });
}
