import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { ReadCredentials } from './caller.ts';

/** Customers' pages, and the sandbox's stand-in for a bank's. Their assets and requests are served at either host. */
const CUSTOMERS_PAGE =
  /^\/(?:pay|secure|return|continue|receive|collect|elements|sandbox\/3ds)\/(?!assets\/)/;

/** The two base URLs of the service. */
interface Addresses {
  readonly publicUrl: () => string;
  /** Null unless customers' pages have a host of their own. */
  readonly pagesUrl: string | null;
}

/** Keeps the dashboard, GraphiQL, the reference and sessions away from the hosts of customers' pages. */
export interface PageHosts {
  /** Passes requests at hosts of customers' pages over. */
  readonly atDashboardHost: (handler: RequestHandler) => RequestHandler;
  /** Leads a browser that opens a customers' page at the host of the dashboard to the page's own host; null if it is there. */
  readonly leadToPages: RequestHandler | null;
  /** Knows no session at hosts of customers' pages. */
  readonly credentialsOf: (readCredentials: ReadCredentials) => ReadCredentials;
}

/**
 * With `PAGES_URL`, only the host of `PUBLIC_URL` serves the pages with sessions. Every other host (of `PAGES_URL`, or of a
 * merchant's domain) serves customers' pages, frames and the APIs: a script that runs there has no session to act with.
 */
export function pageHosts({ pagesUrl, publicUrl }: Addresses): PageHosts {
  if (pagesUrl === null) return oneHost;
  const isDashboardHost = ({ headers }: IncomingMessage): boolean =>
    hostOf(headers.host) === new URL(publicUrl()).host;
  return {
    atDashboardHost: (handler) => (req, res, next) => {
      if (isDashboardHost(req)) handler(req, res, next);
      else next();
    },
    leadToPages: (req, res, next) => {
      const { pathname = '', search = '' } = addressOf(req) ?? {};
      const isPage = CUSTOMERS_PAGE.test(pathname) && (req.method === 'GET' || req.method === 'HEAD');
      // A page that was open before asks its own host how its payment is.
      const isAsked = req.get('sec-fetch-dest') === 'empty';
      if (!isPage || isAsked || !isDashboardHost(req)) return next();
      res.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer').vary('sec-fetch-dest');
      res
        .status(307)
        .set('location', new URL(pathname + search, pagesUrl).href)
        .end();
    },
    credentialsOf: (readCredentials) => (request, message) =>
      readCredentials(isDashboardHost(request) ? request : withoutCookie(request), message),
  };
}

/** Without a host of their own customers' pages are where all else is. */
const oneHost: PageHosts = {
  atDashboardHost: (handler) => handler,
  leadToPages: null,
  credentialsOf: (readCredentials) => readCredentials,
};

/** The host of a request in the form in which `URL` writes it, without the port that its scheme implies. */
const hostOf = (host = ''): string =>
  host
    .toLowerCase()
    .replace(/\.(?=:|$)/, '')
    .replace(/:(?:80|443)$/, '');

/** The path and query of a request, whose target may also be a whole URL. */
const addressOf = ({ originalUrl }: Request): URL | null =>
  URL.parse(originalUrl.replace(/^\/+/, '/'), 'http://own.invalid');

const withoutCookie = (request: IncomingMessage): IncomingMessage =>
  Object.create(request, { headers: { value: { ...request.headers, cookie: undefined } } });
