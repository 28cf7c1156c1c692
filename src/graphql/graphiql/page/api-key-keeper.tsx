import { useGraphiQL, useGraphiQLActions, useHeadersEditorState } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { readApiKey, withApiKey } from './api-key.ts';

/** Long enough to finish typing or pasting a key, short enough to feel immediate. */
const refetchDelayMs = 400;

/**
 * Refetches the schema when the api-key in the headers editor changes, and copies the last key into tabs whose own is
 * blank, so that it is typed only once.
 */
export function ApiKeyKeeper(): null {
  const { introspect } = useGraphiQLActions();
  const activeTabIndex = useGraphiQL((state) => state.activeTabIndex);
  const headerEditor = useGraphiQL((state) => state.headerEditor);
  const [headersText] = useHeadersEditorState();
  const apiKey = readApiKey(headersText);
  const lastApiKey = useRef('');

  useEffect(() => {
    if (!apiKey) return;
    lastApiKey.current = apiKey;
    const timer = setTimeout(introspect, refetchDelayMs);
    return () => clearTimeout(timer);
  }, [apiKey, introspect]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of tab is what this effect reacts to.
  useEffect(() => {
    if (!headerEditor || !lastApiKey.current) return;
    const tabHeaders = headerEditor.getValue();
    if (readApiKey(tabHeaders) === '') headerEditor.setValue(withApiKey(tabHeaders, lastApiKey.current));
  }, [activeTabIndex, headerEditor]);

  useClearedSchemaErrors();
  return null;
}

/** Clears schema fetch errors once resolved: GraphiQL shows them in the result pane and leaves them there. */
function useClearedSchemaErrors(): void {
  const fetchError = useGraphiQL((state) => state.fetchError);
  const responseEditor = useGraphiQL((state) => state.responseEditor);

  useEffect(() => {
    if (!fetchError || !responseEditor) return;
    return () => {
      if (responseEditor.getValue() === fetchError) responseEditor.setValue('');
    };
  }, [fetchError, responseEditor]);
}
