/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { readsFromRight } from './phrases.ts';

/** An entry as the list shows it. */
interface Listed {
  readonly id: string;
  readonly label: string;
}

interface ListProps<Entry extends Listed> {
  readonly entries: readonly Entry[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
  readonly heading: string;
  readonly children: (entry: Entry) => ComponentChildren;
}

/** The methods as an accordion, with the chosen method open. */
export function Accordion<Entry extends Listed>({ children, choose, chosen, entries }: ListProps<Entry>) {
  return (
    <div class="accordion">
      {entries.map((entry) => {
        const isOpen = entry.id === chosen;
        return (
          <section class={`Item Block${isOpen ? ' open' : ''}`} key={entry.id}>
            <h3>
              <button
                type="button"
                class="Tab"
                id={`entry-${entry.id}`}
                aria-expanded={isOpen}
                aria-controls={`panel-${entry.id}`}
                onClick={() => choose(entry.id)}
              >
                <span class="radio" aria-hidden="true" />
                {entry.label}
              </button>
            </h3>
            <div id={`panel-${entry.id}`} class="panel" hidden={!isOpen}>
              {isOpen && children(entry)}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** The methods as tabs, navigable with the arrow keys. */
export function Tabs<Entry extends Listed>({ children, choose, chosen, entries, heading }: ListProps<Entry>) {
  const open = entries.find(({ id }) => id === chosen);
  const walk = (event: KeyboardEvent) => {
    const isBackwards = readsFromRight() ? 'ArrowRight' : 'ArrowLeft';
    const step = event.key === isBackwards ? -1 : event.key.startsWith('Arrow') ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = entries.findIndex(({ id }) => id === chosen);
    const next = entries[(at + step + entries.length) % entries.length]!;
    choose(next.id);
    document.getElementById(`entry-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={heading} onKeyDown={walk}>
        {entries.map(({ id, label }) => (
          <button
            type="button"
            role="tab"
            class="Tab"
            key={id}
            id={`entry-${id}`}
            aria-selected={id === chosen}
            aria-controls="panel"
            tabIndex={id === chosen || (!open && id === entries[0]!.id) ? 0 : -1}
            onClick={() => choose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {open && (
        <div
          id="panel"
          class="panel Block"
          role="tabpanel"
          aria-labelledby={`entry-${open.id}`}
          key={open.id}
        >
          {children(open)}
        </div>
      )}
    </div>
  );
}
