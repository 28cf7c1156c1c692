import type { Page } from 'playwright-core';
import { type GuardedPage, openGuardedPage } from './chromium.ts';

export type OpenGraphiql = GuardedPage;

/** Opens GraphiQL in a fresh browser profile that can reach nothing but 127.0.0.1. */
export async function openGraphiql(url: string): Promise<OpenGraphiql> {
  const opened = await openGuardedPage();
  await opened.page.goto(url);
  await opened.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  return opened;
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
