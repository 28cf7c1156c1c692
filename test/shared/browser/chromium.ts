import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { isFullRun } from '../../kit/figure.ts';
import { nameExactly } from './exact-names.ts';

/** The headless shell takes a third of the full browser's processor time. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const executablePath =
  process.env.CHROMIUM_PATH ?? installed.find((path) => existsSync(path)) ?? installed[0]!;

/**
 * True without an installed browser: those tests are skipped, since the others must run with only Node and npm. CI must
 * have one.
 */
export const withoutBrowser = process.env.CI !== 'true' && !existsSync(executablePath);

/** The options of a browser test. */
export const runs = { skip: withoutBrowser };
/** For tests that repeat on a large scale what others cover on a small one. */
export const runsInFull = { skip: withoutBrowser || !isFullRun };

/** A page in a separate browser profile, and its violations. */
export interface GuardedPage {
  page: Page;
  /** Addresses of other hosts that the page tried to reach; every attempt was refused. */
  foreignRequests: string[];
  /** Violations of the Content-Security-Policy, unknown features in the Permissions-Policy, and uncaught errors. */
  complaints: string[];
  close(): Promise<void>;
}

/** A phone in portrait orientation. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** How many transitions are running. Loaders spin forever and are not counted. */
export const TRANSITIONS = `document.getAnimations()
  .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity).length`;

/** The local machine. */
const ownHosts = ['127.0.0.1', 'localhost'];

/** Machines that run tests are busy. */
const PATIENCE_MS = 60_000;

let launched: Promise<Browser> | undefined;

/** The browser of all pages in this worker. It ends with the worker. */
function launch(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds: optimizing their code costs more than it saves.
      '--js-flags=--no-opt,--no-maglev,--single-threaded-gc',
      // Only local names are resolved. Interception would also refuse other hosts, but disables the cache.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
  return launched;
}

/**
 * Opens an empty page in a fresh browser profile that can reach only the local machine.
 *
 * @param options Options of the profile; by default a desktop screen.
 */
export async function openGuardedPage(options: BrowserContextOptions = {}): Promise<GuardedPage> {
  const browser = await launch();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  nameExactly(page);
  const foreignRequests: string[] = [];
  const complaints: string[] = [];

  context.on('request', (request) => {
    const { hostname, href, protocol } = new URL(request.url());
    if (!ownHosts.includes(hostname) && protocol !== 'data:') foreignRequests.push(href);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy/.test(message.text())) complaints.push(message.text());
  });
  return { page, foreignRequests, complaints, close: () => context.close() };
}

/**
 * By how many pixels a page is wider than its screen. Mobile browsers shrink a page that is too wide, so its window
 * (`innerWidth`) is as wide as the page.
 */
export async function overflowOf(page: Page): Promise<number> {
  return Number(await page.evaluate('document.scrollingElement.scrollWidth')) - page.viewportSize()!.width;
}

/** Opens pages without a key, each in a separate browser profile, and closes them when the test ends. */
export function pageOpener(onCleanup: (close: () => Promise<void>) => void) {
  const all: GuardedPage[] = [];
  onCleanup(async () => {
    for (const opened of all) await opened.close();
  });
  return async (address: string, options: BrowserContextOptions = {}): Promise<GuardedPage> => {
    const opened = await openGuardedPage({ locale: 'en-IE', ...options });
    all.push(opened);
    await opened.page.goto(address);
    return opened;
  };
}
