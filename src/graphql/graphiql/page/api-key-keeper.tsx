import { useGraphiQL, useGraphiQLActions, useHeadersEditorState } from '@graphiql/react';
import { useEffect, useRef } from 'react';
import { readApiKey, withApiKey } from './api-key.ts';

/** Long enough to finish typing or pasting a key, short enough to feel immediate. */
const refetchDelayMs = 400;

/**
 * Refetches the schema whenever the api-key in the headers editor changes, and carries the last key given
 * into every tab whose own is still blank, so that a person types it once.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of tab is what this effect waits for.
  useEffect(() => {
    if (!headerEditor || !lastApiKey.current) return;
    const tabHeaders = headerEditor.getValue();
    if (readApiKey(tabHeaders) === '') headerEditor.setValue(withApiKey(tabHeaders, lastApiKey.current));
  }, [activeTabIndex, headerEditor]);

  useSchemaErrorSweep();
  return null;
}

/** GraphiQL shows why a schema could not be fetched in the result pane, and would leave it there for good. */
function useSchemaErrorSweep(): void {
  const fetchError = useGraphiQL((state) => state.fetchError);
  const responseEditor = useGraphiQL((state) => state.responseEditor);

  useEffect(() => {
    if (!fetchError || !responseEditor) return;
    return () => {
      if (responseEditor.getValue() === fetchError) responseEditor.setValue('');
    };
  }, [fetchError, responseEditor]);
}
