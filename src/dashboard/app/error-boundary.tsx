import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Empty } from '../show/states.tsx';

/** Replaces a page that failed to render with advice; the navigation stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    // After an upgrade of the service, the chunks of a page opened before are gone.
    const isOutdated = String(this.state.error).includes('dynamically imported module');
    return (
      <Empty
        title={isOutdated ? 'The dashboard was updated' : 'This page can’t be shown'}
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        {isOutdated
          ? 'Reload to get the new version.'
          : 'Reload the page. If that does not help, report its address.'}
      </Empty>
    );
  }
}
