import { Button, Code, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { merchantHeader } from '../session/credentials.ts';
import { useSession } from '../session/session.tsx';
import { Section } from './facts.tsx';
import { CopyText } from './identifier.tsx';

interface RawProps {
  /** The GraphQL response. */
  readonly value: unknown;
  /** The object's REST path. */
  readonly restPath: string;
}

const withoutTypes = (name: string, value: unknown) => (name === '__typename' ? undefined : value);

/** The APIs' JSON of an object, to copy. */
export function Raw({ restPath, value }: RawProps) {
  const { merchantId } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [api, setApi] = useState('GraphQL');
  const [rest, setRest] = useState<string | null>(null);
  const choose = async (chosen: string) => {
    setApi(chosen);
    if (chosen !== 'REST') return;
    try {
      const response = await fetch(restPath, {
        headers: { ...merchantHeader(merchantId), accept: 'application/json' },
      });
      setRest(JSON.stringify(await response.json(), null, 2));
    } catch {
      setRest('Can’t reach the service. Check your connection.');
    }
  };
  const text = api === 'REST' ? rest : JSON.stringify(value, withoutTypes, 2);
  return (
    <Section
      title="JSON"
      actions={
        <Button variant="default" size="xs" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && (
        <>
          <div className="section-head">
            <SegmentedControl
              size="xs"
              data={['GraphQL', 'REST']}
              value={api}
              onChange={(chosen) => void choose(chosen)}
              aria-label="API"
            />
            {text !== null && <CopyText label={`Copy the ${api} JSON`} text={text} />}
          </div>
          {text === null ? (
            <Text size="sm">Loading…</Text>
          ) : (
            // A scrolling region must be reachable by keyboard.
            <Code block className="json" tabIndex={0} aria-label={`${api} JSON`} role="region">
              {text}
            </Code>
          )}
        </>
      )}
    </Section>
  );
}
