import { type Request, type RequestHandler, Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { ClientAddress } from '../requests/client-address.ts';
import { rawBody } from '../requests/request-body.ts';
import { addRoute } from '../requests/routes.ts';

const PATH = '/csp_reports';
const BODY_MAX_BYTES = 16 * 1024;
const BODY_MAX_TEXT = '16 KiB';
/** The maximum per request: browsers send several reports at once. */
const REPORTS_MAX = 20;
const WINDOW_MS = 60_000;
/** The counted reports per client address and minute, so that one client cannot keep a service-wide alert firing. */
const PER_ADDRESS = 20;
/** The logged lines per minute; all reports are counted. */
const LINES_MAX = 30;
const ADDRESSES_MAX = 10_000;

/** The directives of a policy that browsers report to the service. */
export const REPORTING: readonly string[] = [`report-uri ${PATH}`, 'report-to csp'];
/** The header that `report-to` refers to. */
export const reportingEndpoints = `csp="${PATH}"`;

/** The directives of the pages' policies. Others are counted as `other`, so that clients cannot create labels. */
const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'connect-src',
  'frame-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const;
type Directive = (typeof DIRECTIVES)[number] | 'other';

/** The stored part of a report: the pages' URLs contain tokens, and other URLs may contain typed values. */
interface Report {
  readonly page: string;
  readonly directive: Directive;
  readonly blocked: string;
}

interface Parts {
  readonly clientAddress: ClientAddress;
  readonly logger: Logger;
  readonly now: () => Date;
}

/** Receives browsers' reports of policy violations on customers' pages (PCI DSS 11.6.1), and counts and logs them. */
export class CspReports {
  /** The counts by directive, since the start. */
  readonly counts: Record<Directive, number> = { other: 0 } as Record<Directive, number>;
  readonly #parts: Parts;
  readonly #byAddress: LRUCache<string, number>;
  #window = 0;
  #lines = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#byAddress = new LRUCache({ max: ADDRESSES_MAX });
    for (const directive of DIRECTIVES) this.counts[directive] = 0;
  }

  /** Any client may send a report. The response discloses nothing. */
  get routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    const read = rawBody(BODY_MAX_BYTES, BODY_MAX_TEXT);
    const take: RequestHandler = async (req, res) => {
      for (const report of reportsIn(await read(req, res))) this.#take(report, req);
      res.status(204).end();
    };
    addRoute(router, PATH, { post: take });
    return router;
  }

  #take(report: Report, req: Request): void {
    const { clientAddress, logger, now } = this.#parts;
    const window = Math.floor(now().getTime() / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#lines = 0;
      this.#byAddress.clear();
    }
    const address = clientAddress(req);
    const sent = this.#byAddress.get(address) ?? 0;
    if (sent >= PER_ADDRESS) return;
    this.#byAddress.set(address, sent + 1);
    this.counts[report.directive] += 1;
    this.#lines += 1;
    if (this.#lines <= LINES_MAX) logger.warn({ ...report }, 'a page broke its policy');
  }
}

/** The reports in a body of either format, without reports on browser extensions; empty if unreadable. */
function reportsIn(body: Buffer): Report[] {
  let sent: unknown;
  try {
    sent = JSON.parse(body.toString('utf8'));
  } catch {
    return [];
  }
  const all: unknown[] = Array.isArray(sent) ? sent.slice(0, REPORTS_MAX) : [sent];
  return all.flatMap((each) => {
    const fields = fieldsOf(each);
    if (!fields) return [];
    const directive = text(
      fields.effectiveDirective ?? fields['effective-directive'] ?? fields['violated-directive'],
    );
    const blocked = originOf(text(fields.blockedURL ?? fields['blocked-uri']));
    if (/^[a-z-]*extension:/.test(blocked)) return [];
    const [name = ''] = directive.split(' ');
    return {
      page: pageOf(text(fields.documentURL ?? fields['document-uri'])),
      directive: DIRECTIVES.find((known) => known === name) ?? 'other',
      blocked,
    };
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a `report-uri` or `report-to` report; null for other values. */
function fieldsOf(sent: unknown): Record<string, unknown> | null {
  if (!isRecord(sent)) return null;
  if (isRecord(sent['csp-report'])) return sent['csp-report'];
  return sent.type === 'csp-violation' && isRecord(sent.body) ? sent.body : null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The kind of page: the first segment of its path. The rest is a token. */
const pageOf = (address: string): string =>
  /^\/(?:pay|secure|elements|receive|collect|return|continue)(?=\/)/.exec(
    URL.parse(address)?.pathname ?? '',
  )?.[0] ?? 'other';

/** The blocked source: a word such as `inline` or `eval`, a scheme, or a URL's origin. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,32}$/.test(blocked)) return blocked;
  const url = URL.parse(blocked);
  if (!url) return 'other';
  return url.origin === 'null' ? url.protocol : url.origin;
}
