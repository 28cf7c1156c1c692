import { type Browser, chromium, type Page } from 'playwright-core';

export interface OpenGraphiql {
  page: Page;
  /** Addresses of other hosts that the page, or anything on it, tried to reach; every attempt was refused. */
  foreignRequests: string[];
  /** What the browser refused because of the Content-Security-Policy, and errors nothing caught. */
  complaints: string[];
  close(): Promise<void>;
}

/** Opens GraphiQL in a fresh browser profile that can reach nothing but 127.0.0.1. */
export async function openGraphiql(url: string): Promise<OpenGraphiql> {
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const foreignRequests: string[] = [];
  const complaints: string[] = [];

  await page.route('**/*', async (route) => {
    const address = new URL(route.request().url());
    if (address.hostname === '127.0.0.1' || address.protocol === 'data:') return route.continue();
    foreignRequests.push(address.href);
    return route.abort();
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });

  await page.goto(url);
  await page.locator('.graphiql-query-editor .view-line').first().waitFor();
  return { page, foreignRequests, complaints, close: () => browser.close() };
}

function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Types the key into the headers editor, as a person would, in place of what is there. */
export async function fillApiKey(page: Page, apiKey: string): Promise<void> {
  await page.locator('button[data-name="headers"]').click();
  await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden) .view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  // Key by key: the editor closes each bracket and quote as it opens, and lets the closing one be typed over.
  await page.keyboard.type(JSON.stringify({ 'api-key': apiKey }));
}

/** Runs the active tab's query and waits for its result. */
export async function runQuery(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => {
    const body = response.request().postData();
    // The schema is fetched from the same address, at moments of its own.
    return body !== null && JSON.parse(body).operationName !== 'IntrospectionQuery';
  });
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await answered;
  await page.waitForFunction(readEditor, 'response.json');
}

export function resultText(page: Page): Promise<string> {
  return page.evaluate(readEditor, 'response.json');
}

export function queryText(page: Page): Promise<string> {
  return page.evaluate(readEditor, 'operation.graphql');
}

export function variablesText(page: Page): Promise<string> {
  return page.evaluate(readEditor, 'variables.json');
}

export function headersText(page: Page): Promise<string> {
  return page.evaluate(readEditor, 'request-headers.json');
}

export function tabTitles(page: Page): Promise<string[]> {
  return page.getByRole('tab').locator('.graphiql-tab-button').allTextContents();
}

export async function openDocs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
}

export async function openExplorer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
}

/**
 * Runs in the page. Reads the whole text from Monaco, which GraphiQL leaves in a global: the lines in the
 * document are only those scrolled into view.
 */
function readEditor(fileName: string): string {
  interface MonacoGlobal {
    __MONACO: { editor: { getModels(): { uri: { path: string }; getValue(): string }[] } };
  }
  const { editor } = (globalThis as unknown as MonacoGlobal).__MONACO;
  return (
    editor
      .getModels()
      .find((model) => model.uri.path.endsWith(fileName))
      ?.getValue() ?? ''
  );
}
