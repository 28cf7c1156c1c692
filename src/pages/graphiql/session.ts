import type { TabsState } from '@graphiql/react';
import { StorageAPI } from '@graphiql/toolkit';

type TabContents = Pick<TabsState['tabs'][number], 'query' | 'variables'>;

/**
 * Copies the active tab's contents into the editors' storage items. GraphiQL stores its tabs in one item and each
 * editor's contents in another, written only once that editor is edited. On load it shows the editors' items, and opens
 * an extra tab if no stored tab matches them: without the copy, a first visit would show no variables, and a visit after
 * nothing was edited would open an untitled tab.
 */
export function prepareSession(firstTab: TabContents | undefined): void {
  const storage = new StorageAPI(sessionStorage);
  const saved = readSavedTabs(storage);
  const activeTab = saved ? saved.tabs[saved.activeTabIndex] : firstTab;
  storage.set('query', activeTab?.query ?? '');
  storage.set('variables', activeTab?.variables ?? '');
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
