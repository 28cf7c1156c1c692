import { Text, Textarea } from '@mantine/core';
import { Section } from '../../show/facts.tsx';
import type { EditorState } from './editor-state.ts';

/** The rules as the API has them: the same document as the rows. */
export function JsonSide({ state }: { state: EditorState }) {
  const { settleText, text, textProblem, write } = state;
  return (
    <Section title="JSON">
      <Textarea
        aria-label="Rules as JSON"
        value={text}
        autosize
        minRows={12}
        maxRows={40}
        spellCheck={false}
        classNames={{ input: 'identifier' }}
        error={textProblem ?? undefined}
        onChange={(event) => write(event.currentTarget.value)}
        onBlur={settleText}
      />
      <Text size="sm" mt="xs" c="dimmed">
        {textProblem
          ? 'The rows show the last valid rules.'
          : 'The same rules as the API has them. Edit either.'}
      </Text>
    </Section>
  );
}
