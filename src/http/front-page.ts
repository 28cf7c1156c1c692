import { createHash } from 'node:crypto';
import { type Request, type RequestHandler, Router } from 'express';
import type { Readiness } from './health.ts';
import { nameRoute } from './logging.ts';
import { pageHeaders } from './page-headers.ts';
import { StoredDocument, sendDocument } from './stored-document.ts';

export interface FrontPageOptions {
  readonly readiness: () => Promise<Readiness>;
  /** Whether `/docs` and `/graphiql` are served, and linked. */
  readonly publicDocs: boolean;
}

/** Whether a browser shows the response to a person. API clients ask for JSON or for anything. */
const isForPerson = (req: Request): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['json', 'html']) === 'html';

/**
 * The page for people at `/`, the icon, and the way from `/graphql` in an address bar to GraphiQL. Other requests to those
 * paths are passed on.
 */
export function frontPage({ publicDocs, readiness }: FrontPageOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const icon = new StoredDocument('image/svg+xml', iconSvg);
  router.get(['/favicon.svg', '/favicon.ico'], nameRoute('/favicon.svg'), (req, res) =>
    sendDocument(req, res, icon, `public, max-age=${ICON_MAX_AGE_S}`),
  );
  const forPeople: RequestHandler = (req, res, next) => {
    res.vary('accept');
    next(isForPerson(req) ? undefined : 'router');
  };
  router.get('/', forPeople, nameRoute('/'), pageHeaders, async (_req, res) => {
    const { status } = await readiness();
    res.set('Content-Security-Policy', contentSecurityPolicy);
    res
      .status(status === 'ready' ? 200 : 503)
      .type('html')
      .send(pageHtml(status, publicDocs));
  });
  if (publicDocs) {
    router.get('/graphql', forPeople, (req, res, next) => {
      // A query in the address is answered, or refused, as any other.
      if (Object.keys(req.query).length > 0) return next();
      res.redirect(302, '/graphiql');
    });
  }
  return router;
}

const ICON_MAX_AGE_S = 24 * 60 * 60;

/** A railway switch: one track becomes two. */
const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f4fd8"/>
<path d="M5 22h22M12 22c6 0 6-12 15-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/>
</svg>
`;

const style = `:root { color-scheme: light dark; --accent: light-dark(#1f4fd8, #8fb0ff); --line: light-dark(#d9dee8, #384152); }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem;
  color: light-dark(#1b2230, #e6e9ef); background: light-dark(#fff, #141922); }
h1 { font-size: 1.7rem; margin: 0; display: flex; gap: .6rem; align-items: center; }
h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
a { color: var(--accent); }
pre { overflow-x: auto; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; font-size: .85rem; }
ul { padding-left: 1.2rem; }
.status { border: 1px solid var(--line); border-radius: 999px; padding: .2rem .8rem; display: inline-block; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const statusTexts: Readonly<Record<Readiness['status'], string>> = {
  ready: '● Ready',
  draining: '○ Shutting down: no new requests are taken',
  database_unavailable: '○ Not ready: the database does not respond or takes no writes',
};

const explore = `<ul>
<li><a href="/graphiql">GraphiQL</a>: write GraphQL queries, with examples and completion</li>
<li><a href="/docs">API reference</a>: the REST operations, to read and to try</li>
<li><a href="/openapi.json">OpenAPI document</a>, for client generators</li>
<li><a href="/health/ready">Health</a>, as load balancers see it</li>
</ul>`;

const pageHtml = (status: Readiness['status'], publicDocs: boolean) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Switchyard</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<h1><img src="/favicon.svg" alt="" width="32" height="32">Switchyard</h1>
<p>A payments orchestration service: it routes payments to connectors, with fallbacks, retries, 3-D Secure, refunds,
disputes, payouts and signed webhooks, over a REST and a GraphQL API.</p>
<p class="status">${statusTexts[status]}</p>
${publicDocs ? `<h2>Explore</h2>\n${explore}` : ''}
<h2>First steps</h2>
<p>Requests carry an API key in the header <code>api-key</code>. In development, the start-up banner in the terminal shows
one. List payments over REST:</p>
<pre>export KEY=sk_test_…
curl -s "$URL/payments/list?limit=2" -H "api-key: $KEY"</pre>
<p>Read the same over GraphQL, with what belongs to them:</p>
<pre>curl -s "$URL/graphql" -H "api-key: $KEY" -H 'content-type: application/json' -d '{"query":
  "{ payments(first: 2) { totalCount nodes { paymentId status amount currency refunds { amount status } } } }"}'</pre>
<p><code>URL</code> is the address of this page, without a slash at the end.</p>
</body>
</html>
`;
