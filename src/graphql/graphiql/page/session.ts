import type { TabsState } from '@graphiql/react';
import { StorageAPI } from '@graphiql/toolkit';
import { blankApiKeyHeaders } from './api-key.ts';

type TabContents = Pick<TabsState['tabs'][number], 'query' | 'variables' | 'headers'>;

/**
 * Copies the active tab's contents into the editors' storage items. GraphiQL stores its tabs in one item and each
 * editor's contents in another, written only once that editor is edited. On load it shows the editors' items, and opens
 * an extra tab if no stored tab matches them: without the copy, a first visit would show no variables, and a visit after
 * only the key was entered would open an untitled tab.
 */
export function prepareSession(firstTab: TabContents | undefined): void {
  const storage = new StorageAPI(sessionStorage);
  const saved = readSavedTabs(storage);
  // Headers that were not saved become a blank key again.
  for (const tab of saved?.tabs ?? []) tab.headers ??= blankApiKeyHeaders;
  if (saved) storage.set('tabState', JSON.stringify(saved));

  const activeTab = saved ? saved.tabs[saved.activeTabIndex] : firstTab;
  storage.set('query', activeTab?.query ?? '');
  storage.set('variables', activeTab?.variables ?? '');
  storage.set('headers', activeTab?.headers ?? '');
}

/** Removes what earlier versions of this page kept in the browser for good, keys included. */
export function forgetKeptKeys(): void {
  new StorageAPI(localStorage).clear();
}

function readSavedTabs(storage: StorageAPI): TabsState | undefined {
  const saved = storage.get('tabState');
  if (!saved) return undefined;
  try {
    return JSON.parse(saved);
  } catch {
    // GraphiQL, too, starts afresh if it cannot read its tabs.
    return undefined;
  }
}
