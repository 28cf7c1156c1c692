import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { counted, pluralOf } from '../data/words.ts';
import type { ListAnswer, ListDefinition, ListRow, ListVariables } from './definition.ts';

/** Changes within this time are fetched together. */
const GATHER_MS = 700;
/** New rows are counted up to this many. */
const COUNTED_MAX = 50;

interface NewRowsProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly document: TypedDocumentNode<ListAnswer<Row>, ListVariables>;
  readonly variables: ListVariables;
  /** The cursor of the first shown row; null without rows. */
  readonly firstCursor: string | null;
  readonly isFirstPage: boolean;
  readonly onShow: () => unknown;
}

/**
 * Shows how many new rows precede the first one, in the list's order and filter, and loads them on request: the rows
 * being read do not move. Changes of visible rows appear in place.
 */
export function NewRows<Row extends ListRow>(props: NewRowsProps<Row>) {
  const { changes } = props.definition;
  return changes ? <Follower {...props} changes={changes} /> : null;
}

type FollowerProps<Row extends ListRow> = NewRowsProps<Row> & {
  readonly changes: NonNullable<ListDefinition<Row>['changes']>;
};

function Follower<Row extends ListRow>(props: FollowerProps<Row>) {
  const { changes, definition, document, firstCursor, isFirstPage, onShow, variables } = props;
  const client = useApolloClient();
  const [count, setCount] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  // The count was relative to another first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count belongs to this page
  useEffect(() => {
    setCount(0);
    return () => clearTimeout(timer.current);
  }, [firstCursor, variables]);

  const look = async () => {
    if (firstCursor === null) return void onShow();
    const { filter, orderBy } = variables;
    const { data } = await client.query({
      query: document,
      variables: { filter, orderBy, last: COUNTED_MAX, before: firstCursor },
      fetchPolicy: 'no-cache',
      errorPolicy: 'ignore',
    });
    if (data) setCount((data as ListAnswer<Row>).rows.nodes.length);
  };
  useSubscription(changes, {
    skip: !isFirstPage,
    ignoreResults: true,
    onData: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void look().catch(() => undefined), GATHER_MS);
    },
  });
  const show = async () => {
    await onShow();
    setCount(0);
  };
  return (
    <div aria-live="polite">
      {count > 0 && (
        <Button variant="light" color="rail" fullWidth size="xs" mb="xs" onClick={() => void show()}>
          {count < COUNTED_MAX
            ? counted(count, `new ${definition.noun}`)
            : `More than ${COUNTED_MAX - 1} new ${pluralOf(definition.noun)}`}
        </Button>
      )}
    </div>
  );
}
