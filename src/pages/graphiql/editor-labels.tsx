import { useEditorContext } from '@graphiql/react';
import { useEffect } from 'react';

/** Names the text areas of the editors for screen readers, which the editor itself does not. */
export function EditorLabels(): null {
  const { headerEditor, queryEditor, responseEditor, variableEditor } = useEditorContext({ nonNull: true });

  useEffect(() => {
    headerEditor?.getInputField().setAttribute('aria-label', 'Headers');
    queryEditor?.getInputField().setAttribute('aria-label', 'Query');
    responseEditor?.getInputField().setAttribute('aria-label', 'Result');
    variableEditor?.getInputField().setAttribute('aria-label', 'Variables');
  }, [headerEditor, queryEditor, responseEditor, variableEditor]);
  return null;
}
