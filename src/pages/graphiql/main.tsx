import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './page.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import type { GraphiqlSettings } from '../../graphql/graphiql-settings.ts';
import { mountBar } from '../bar/bar.ts';
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
    // Variables may hold card numbers and similar data, so they are deleted with the tab.
    storage={sessionStorage}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      <span />
    </GraphiQL.Logo>
    <EditorLabels />
  </GraphiQL>,
);

/** Labels the editors' text areas for screen readers, which GraphiQL does not. */
function EditorLabels(): null {
  const { headerEditor, queryEditor, responseEditor, variableEditor } = useEditorContext({ nonNull: true });

  useEffect(() => {
    headerEditor?.getInputField().setAttribute('aria-label', 'Headers');
    queryEditor?.getInputField().setAttribute('aria-label', 'Query');
    responseEditor?.getInputField().setAttribute('aria-label', 'Result');
    variableEditor?.getInputField().setAttribute('aria-label', 'Variables');
  }, [headerEditor, queryEditor, responseEditor, variableEditor]);
  return null;
}
