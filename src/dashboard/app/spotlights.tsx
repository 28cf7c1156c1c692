import { urlPath } from '../../core/foundation/url-path.ts';
import '@mantine/spotlight/styles.css';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { pagePath } from '../data/page-paths.ts';
import { problemOf } from '../data/problem.ts';
import { useSession } from '../session/session.tsx';
import { SearchIcon } from '../show/icons.tsx';
import { useFound } from './found.ts';
import { navigation } from './navigation.ts';

const [store, spotlight] = createSpotlight();

export const openSpotlight = () => spotlight.open();

/** How long typing rests before it is searched for. */
const REST_MS = 150;

/** Objects with generated identifiers, by prefix. */
const byPrefix = {
  pay_: ['Payment', pagePath.payment],
  ref_: ['Refund', pagePath.refund],
  dsp_: ['Dispute', pagePath.dispute],
  po_: ['Payout', pagePath.payout],
  cus_: ['Customer', pagePath.customer],
} as const;

/** The lists that are searched as a whole, each with the permission it takes. */
const searched = [
  ['Payments', 'PAYMENTS_READ'],
  ['Customers', 'CUSTOMERS_READ'],
] as const;

/** The dialog of Ctrl-K: finds objects while a person types, goes to pages, and to the search of a list. */
export function Spotlights() {
  const [query, setQuery] = useState('');
  const [sought] = useDebouncedValue(query, REST_MS);
  const [, navigate] = useLocation();
  const { can } = useSession();
  const found = useFound(sought, navigate);
  const typed = query.trim();

  const pages = navigation
    .filter(
      ({ label, needs }) =>
        (needs.length === 0 || needs.some(can)) && label.toLowerCase().includes(typed.toLowerCase()),
    )
    .map(
      ({ icon: Icon, label, path }): SpotlightActionData => ({
        id: path,
        label,
        leftSection: <Icon />,
        onClick: () => navigate(path),
      }),
    );
  const known = Object.entries(byPrefix).find(([prefix]) => typed.startsWith(prefix));
  const object: SpotlightActionData[] = known
    ? [{ id: 'object', label: `${known[1][0]} ${typed}`, onClick: () => navigate(known[1][1](typed)) }]
    : [];
  const searches: SpotlightActionData[] =
    typed === ''
      ? []
      : searched
          .filter(([, needs]) => can(needs))
          .map(([label]) => ({
            id: `search ${label}`,
            label: `${label} with “${typed}”`,
            leftSection: <SearchIcon />,
            onClick: () => navigate(urlPath`/dashboard/${label.toLowerCase()}?q=${typed}`),
          }));
  const actions: SpotlightActionGroupData[] = [
    ...found.groups,
    ...(object.length + pages.length > 0 ? [{ group: 'Go to', actions: [...object, ...pages] }] : []),
    ...(searches.length > 0 ? [{ group: 'Search', actions: searches }] : []),
  ];
  useFirstSelected(actions);
  return (
    <Spotlight
      store={store}
      actions={actions}
      filter={(_query, offered) => offered}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      scrollable
      maxHeight="70vh"
      attributes={{ content: { 'aria-label': 'Find' } }}
      nothingFound={found.error ? problemOf(found.error).message : 'No results'}
      searchProps={{
        placeholder: 'Last four digits, amount, order, name, email, identifier…',
        'aria-label': 'Find',
        leftSection: <SearchIcon />,
        rightSection: found.isLooking ? <Loader size="xs" aria-label="Looking" /> : null,
      }}
    />
  );
}

/**
 * Selects the first hit whenever the hits change, so that Enter opens it. Mantine selects once, as a person types, and
 * marks the element, which is gone when the hits arrive.
 */
function useFirstSelected(groups: readonly SpotlightActionGroupData[]): void {
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hits are other elements whenever these change.
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    for (const [index, action] of [...(list?.querySelectorAll('[data-action]') ?? [])].entries()) {
      if (index === 0) action.setAttribute('data-selected', 'true');
      else action.removeAttribute('data-selected');
    }
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [ids]);
}
