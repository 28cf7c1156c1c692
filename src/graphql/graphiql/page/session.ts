import type { TabsState } from '@graphiql/react';
import { StorageAPI } from '@graphiql/toolkit';
import { blankApiKeyHeaders } from './api-key.ts';

type TabContents = Pick<TabsState['tabs'][number], 'query' | 'variables' | 'headers'>;

/**
 * GraphiQL keeps its tabs in one storage item and the contents of each editor in another, written only once
 * that editor has been edited. On load it shows the editors' items, and opens an extra tab when no stored tab
 * matches them: a first visit would show no variables, and a visit after only the key was filled in would open
 * an untitled tab. Writing the active tab's contents into the editors' items beforehand makes the two agree.
 */
export function prepareSession(firstTab: TabContents | undefined): void {
  const storage = new StorageAPI();
  const saved = readSavedTabs(storage);
  // Headers a person chose not to keep come back as the blank to fill in.
  for (const tab of saved?.tabs ?? []) tab.headers ??= blankApiKeyHeaders;
  if (saved) storage.set('tabState', JSON.stringify(saved));

  const activeTab = saved ? saved.tabs[saved.activeTabIndex] : firstTab;
  storage.set('query', activeTab?.query ?? '');
  storage.set('variables', activeTab?.variables ?? '');
  storage.set('headers', activeTab?.headers ?? '');
}

function readSavedTabs(storage: StorageAPI): TabsState | undefined {
  const saved = storage.get('tabState');
  if (!saved) return undefined;
  try {
    return JSON.parse(saved);
  } catch {
    // GraphiQL likewise starts afresh from tabs that it cannot read.
    return undefined;
  }
}
