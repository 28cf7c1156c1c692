import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scriptFile } from '../checkout/server/elements-page.ts';
import { bundlesFolder } from '../http/pages/bundled-page.ts';
import { inventoryFile, type PageScript } from '../http/pages/page-scripts.ts';

/** Customers' pages by their bundle, and why each needs its script. A bundle that is not here is no customers' page. */
const customersPages: Readonly<Record<string, Pick<PageScript, 'pages' | 'reason'>>> = {
  checkout: {
    pages: ['/pay', '/secure'],
    reason:
      'The payment page: shows the order, takes the method and its data, and sends them to the service.',
  },
  elements: {
    pages: ['/elements'],
    reason: "The frames of a shop's form: take the method and its data, and send them to the service.",
  },
  recipient: {
    pages: ['/receive', '/collect'],
    reason: 'The pages of payouts and saved methods: take where money goes, and send it to the service.',
  },
};

const byOwnHash = "integrity of the page's tag, and script-src or style-src 'self'";

/** The scripts that customers' pages load besides their bundles. */
const others: readonly PageScript[] = [
  {
    pages: ['/pay', '/secure', '/elements'],
    address: 'https://pay.google.com/gp/p/js/pay.js',
    kind: 'script',
    integrity: null,
    reason:
      'The button of Google Pay, only in payments that a connector account can take by it. Google changes it.',
    authorized_by: 'script-src https://pay.google.com, only in the policy of those pages',
  },
  {
    pages: ['/return', '/continue'],
    address: null,
    kind: 'script',
    integrity: null,
    reason:
      "Leads the browser on: submits the page's form, with the browser's data before 3-D Secure, or reports to the page around its frame.",
    authorized_by: 'a nonce of each response',
  },
  {
    pages: ['/pay', '/secure', '/receive', '/collect', '/return', '/continue'],
    address: null,
    kind: 'style',
    integrity: null,
    reason: "The merchant's colours and style rules, which load nothing.",
    authorized_by: 'a nonce of each response',
  },
];

/** The hash of a file in the form of `integrity`. */
const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** A page's tags for its scripts and style sheets. */
const TAG = /<(?:script|link)\b[^>]*?\s(?:src|href)="(\/[^"]+\.(js|css))"[^>]*>/g;

/** Names the hash of each own script and style sheet in the HTML of a page; answers them by address. */
export function addIntegrity(page: string): Map<string, { kind: PageScript['kind']; integrity: string }> {
  const file = path.join(bundlesFolder, page, 'index.html');
  const found = new Map<string, { kind: PageScript['kind']; integrity: string }>();
  const html = readFileSync(file, 'utf8').replace(TAG, (tag, address: string, type: string) => {
    const integrity = integrityOf(readFileSync(path.join(bundlesFolder, address)));
    found.set(address, { kind: type === 'js' ? 'script' : 'style', integrity });
    return tag.replace(/\s(src|href)=/, ` integrity="${integrity}" $1=`);
  });
  writeFileSync(file, html);
  return found;
}

/**
 * Names the hashes in the HTML of all pages, and writes the inventory of the customers' ones; answers the hash of the script for
 * shops' pages.
 */
export function writeInventory(pages: readonly string[]): string {
  const scripts = pages.flatMap((page): PageScript[] => {
    const found = addIntegrity(page);
    const known = customersPages[page];
    if (!known) return [];
    return [...found].map(([address, own]) => ({
      ...known,
      address,
      ...own,
      reason: own.kind === 'style' ? 'The appearance of the page.' : known.reason,
      authorized_by: byOwnHash,
    }));
  });
  const integrity = integrityOf(readFileSync(scriptFile));
  const ofShops: PageScript = {
    pages: ["a shop's page"],
    address: '/js/switchyard.js',
    kind: 'script',
    integrity,
    reason:
      "Makes the frames of the form in the shop's page, and exchanges messages with them. It never receives the typed data.",
    authorized_by: "integrity of the shop's tag, if the shop names it",
  };
  writeFileSync(inventoryFile, `${JSON.stringify([...scripts, ...others, ofShops], null, 2)}\n`);
  return integrity;
}
