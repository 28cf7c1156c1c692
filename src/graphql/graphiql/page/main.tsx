import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './page.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { createRoot } from 'react-dom/client';
import type { PageSettings } from '../page-settings.ts';
import { blankApiKeyHeaders } from './api-key.ts';
import { ApiKeyKeeper } from './api-key-keeper.tsx';
import { fetcherFor } from './fetcher.ts';
import { forgetKeptKeys, prepareSession } from './session.ts';

const settings: PageSettings = JSON.parse(document.getElementById('settings')!.textContent);

const tabs = settings.tabs.map(({ name, query, variables, headers }) => ({
  query: name ? `# ${name}\n${query}` : query,
  variables: variables ?? '',
  headers: headers ?? blankApiKeyHeaders,
}));
forgetKeptKeys();
prepareSession(tabs[0]);

createRoot(document.getElementById('graphiql')!).render(
  <GraphiQL
    fetcher={fetcherFor(settings.endpoint)}
    plugins={[HISTORY_PLUGIN, explorerPlugin()]}
    defaultTabs={tabs}
    defaultHeaders={blankApiKeyHeaders}
    defaultEditorToolsVisibility="headers"
    // The key is among what is kept: it ends with the tab.
    storage={sessionStorage}
    shouldPersistHeaders
  >
    <GraphiQL.Logo>Switchyard</GraphiQL.Logo>
    <ApiKeyKeeper />
  </GraphiQL>,
);
