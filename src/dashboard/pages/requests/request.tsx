import { useQuery } from '@apollo/client/react';
import { Code, Stack, Text } from '@mantine/core';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { formatMilliseconds } from '../../data/locale.ts';
import { asWords } from '../../data/words.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { CopyText, Identifier } from '../../show/identifier.tsx';
import { OneHead } from '../../show/one-head.tsx';
import { Raw } from '../../show/raw.tsx';
import { ShowOne } from '../../show/show-one.tsx';
import { Status } from '../../show/status.tsx';
import { Time } from '../../show/time.tsx';
import { asCurl } from './as-curl.ts';
import { RequestDocument, type RequestQuery } from './request.documents.ts';
import { outcomeOf } from './requests.tsx';

type Logged = NonNullable<RequestQuery['loggedRequest']>;

/** One request of the log, with its body and response. */
export default function RequestPage({ id }: { id: string }) {
  const result = useQuery(RequestDocument, { variables: { logId: id } });
  return (
    <ShowOne
      result={result}
      found={result.data?.loggedRequest}
      noun="request"
      listPath="/dashboard/requests"
      restPath={urlPath`/request_log/${id}`}
    >
      {(request) => <Shown request={request} />}
    </ShowOne>
  );
}

function Shown({ request }: { request: Logged }) {
  const { api, method, operation, path } = request;
  const curl = asCurl(request, window.location.origin);
  return (
    <Stack>
      <OneHead identifier={request.logId} actions={<CopyText label="Copy as curl" text={curl} />}>
        {api === 'graphql' ? operation : `${method} ${path}`} <Status of={outcomeOf(request)} />
      </OneHead>
      <Overview request={request} />
      <Content title="Query" value={request.query} />
      <Content title="Request" value={request.request} />
      <Content title="Response" value={request.response} />
      <Section title="As curl" actions={<CopyText label="Copy the command" text={curl} />}>
        <Text size="sm" mb="xs">
          Set <Code>API_KEY</Code>, and fill in the values shown as •••: they may be personal or secret, and
          are not kept.
        </Text>
        <Block label="curl command" text={curl} />
      </Section>
      <Raw value={request} restPath={urlPath`/request_log/${request.logId}`} />
    </Stack>
  );
}

function Overview({ request }: { request: Logged }) {
  const { actorId, actorType, address, createdAt, durationMs, errorCode, idempotencyKey } = request;
  return (
    <Section title="Overview">
      <Facts
        of={[
          ['Request', <Identifier key="request" value={request.requestId} />],
          ['HTTP status', request.status],
          ['Error', errorCode],
          ['Operation', request.operation],
          ['Time', <Time key="at" at={createdAt} precise />],
          ['Took', formatMilliseconds(durationMs)],
          ['By', asWords(actorType)],
          ['Key or person', actorId && <Identifier value={actorId} />],
          ['From', address],
          ['Idempotency key', idempotencyKey && <Identifier value={idempotencyKey} />],
        ]}
      />
    </Section>
  );
}

/** A part of the request, if present. A GraphQL document keeps its lines. */
function Content({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  const text = JSON.stringify(value, null, 2).replaceAll('\\n', '\n').replaceAll('\\"', '"');
  return (
    <Section
      title={title}
      actions={<CopyText label={`Copy the ${title.toLowerCase()}`} text={JSON.stringify(value)} />}
    >
      <Block label={title} text={text} />
    </Section>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    // A scrolling region must be reachable by keyboard.
    <Code block className="json" tabIndex={0} aria-label={label} role="region">
      {text}
    </Code>
  );
}
