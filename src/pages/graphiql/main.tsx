import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './page.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import type { GraphiqlSettings } from '../../graphql/graphiql-settings.ts';
import { mountBar } from '../bar/bar.ts';
import { EditorLabels } from './editor-labels.tsx';
import { fetcherFor } from './fetcher.ts';
import { prepareSession } from './session.ts';

const settings: GraphiqlSettings = JSON.parse(document.getElementById('settings')!.textContent);

const tabs = settings.tabs.map(({ query, variables = '' }) => ({ query, variables, headers: '' }));
prepareSession(tabs[0]);
mountBar();

createRoot(document.getElementById('graphiql')!).render(
  <GraphiQL
    fetcher={fetcherFor(settings.endpoint)}
    plugins={[explorerPlugin()]}
    defaultTabs={tabs}
    defaultEditorToolsVisibility="variables"
    // Variables may hold card numbers and the like: they end with the tab.
    storage={sessionStorage}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      <span />
    </GraphiQL.Logo>
    <EditorLabels />
  </GraphiQL>,
);
