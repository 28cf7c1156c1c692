import type { BrowserContextOptions, Page } from 'playwright-core';
import { type GuardedPage, openGuardedPage } from './chromium.ts';

/** Opens GraphiQL in a fresh browser profile that can reach only 127.0.0.1. */
export async function openGraphiql(url: string, options: BrowserContextOptions = {}): Promise<GuardedPage> {
  const opened = await openGuardedPage(options);
  await opened.page.goto(url);
  await editorReady(opened.page);
  return opened;
}

/** Waits until the editor accepts input. */
export const editorReady = (page: Page): Promise<void> =>
  page.locator('.graphiql-query-editor .CodeMirror-line').first().waitFor();

/** Runs the active tab's query and waits for its result. */
export async function runQuery(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => {
    const body = response.request().postData();
    // The schema is fetched from the same address, at other times.
    return body !== null && JSON.parse(body).operationName !== 'IntrospectionQuery';
  });
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await answered;
}

export const resultText = (page: Page) => editorText(page, '.result-window');
export const queryText = (page: Page) => editorText(page, '.graphiql-query-editor');
export const variablesText = (page: Page) =>
  editorText(page, '.graphiql-editor-tool .graphiql-editor:first-child');

export function tabTitles(page: Page): Promise<string[]> {
  return page.getByRole('tab').locator('.graphiql-tab-button').allTextContents();
}

export async function openDocs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
}

export async function openExplorer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
}

/** Reads the whole text from the editor: the document contains only the visible lines. */
function editorText(page: Page, selector: string): Promise<string> {
  return page.evaluate((place) => {
    interface Editor {
      CodeMirror: { getValue(): string };
    }
    const { document } = globalThis as unknown as { document: { querySelector(at: string): Editor | null } };
    return document.querySelector(`${place} .CodeMirror`)?.CodeMirror.getValue() ?? '';
  }, selector);
}
