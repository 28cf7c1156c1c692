import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { urlPath } from '../../../src/core/foundation/url-path.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Not part of the service: it runs on a developer's machine. */
const LEFT_OUT = /^src\/dev\/|\/(?:node_modules|dist|generated)\//;

/** Address templates whose expressions are not values, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/core/foundation/dashboard-link.ts `${ports.publicUrl()}/dashboard${path}`':
    'the path is a parameter that callers build by urlPath',
  'src/commands/import/import-client.ts `/imports/payment_methods${query}`': 'the query is built by urlPath',
  'src/service/keys/vault-transit.ts `${address}/v1${pathOf(operation)}`': 'pathOf uses urlPath',
  'src/dashboard/session/auth.ts `/auth${path}`': 'the path is a parameter that callers write out',
  'src/dashboard/list/schedule-link.tsx `/dashboard/reports?${parameters}`': 'parameters are URLSearchParams',
  'src/dashboard/pages/requests/as-curl.ts `${origin}${path}${search}`':
    'the path and the query of a request as it came',
  'src/connectors/adyen/transport.ts `${baseUrl ?? origin}${pathname}${query}`':
    "the path and the query of an address of Adyen's package, which encodes",
  'src/http/pages/foreign-hosts.ts `/${page}/${merchantId}/${objectId}/-${rest}${query}`':
    'the path and the query of a request as it came, with identifiers that were checked',
  'src/config/config.ts `${CONTAINER_ADDRESS}${aws.containerPath}`': 'a setting of Amazon ECS',
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Whether an expression before a path is the base of the path. */
const isBase = (text: string) => /(?:url|origin|address|endpoint|base)(?:\(\)|\.replace\(.*\))?$/i.test(text);

/** Where the values of a template begin if it is an address; otherwise null. */
function valuesFrom(texts: readonly string[], first: string): number | null {
  const [head = '', next = ''] = texts;
  if (/^https?:\/\//.test(head)) {
    // The host and port: no encoding turns a value into a host.
    const end = texts.findIndex((text, index) =>
      (index === 0 ? text.replace(/^https?:\/\//, '') : text).includes('/'),
    );
    return end < 0 ? texts.length : end;
  }
  if (/^[/?&]\w/.test(head) || head === '/') return 0;
  return head === '' && isBase(first) && /^(?:[/?]|$)/.test(next) ? 1 : null;
}

/** The templates of a file that insert a value into an address without encoding. */
function unencoded(file: string, source: string): string[] {
  const found: string[] = [];
  const textOf = ({ end, start }: Node) => source.slice(start, end);
  const isConstant = (node: Node) =>
    (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]+$/.test(node.name!)) ||
    node.type === 'TaggedTemplateExpression' ||
    (node.type === 'NewExpression' && node.callee?.name === 'URLSearchParams');
  const walk = (value: unknown, isTagged: boolean): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, false);
    if (!isNode(value)) return;
    const { expressions = [], quasis = [], type } = value;
    if (type === 'TemplateLiteral' && expressions.length > 0 && !isTagged) {
      const texts = quasis.map((quasi) => quasi.value.cooked);
      const from = valuesFrom(texts, textOf(expressions[0]!));
      const isInHtml = (index: number) => /(?:href|action|src)="[/?][^"]*$/.test(texts[index]!);
      const plain = expressions.filter(
        (expression, index) =>
          !isConstant(expression) && ((from !== null && index >= from) || isInHtml(index)),
      );
      if (plain.length > 0) found.push(`${file} ${textOf(value).replace(/\s+/g, ' ')}`);
    }
    for (const [name, child] of Object.entries(value)) {
      walk(child, type === 'TaggedTemplateExpression' && name === 'quasi');
    }
  };
  walk(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), false);
  return found;
}

test('Sources insert values into addresses only through urlPath', () => {
  const files = ['src', 'deploy/packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, file))
      .filter((file) => /\.(?:ts|tsx|js)$/.test(file) && !LEFT_OUT.test(file)),
  );
  expect(files.length).toBeGreaterThan(800);
  const found = files.flatMap((file) => unencoded(file, readFileSync(path.join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});

test.for([
  'fetch(`/payments/#{id}/confirm`)',
  'open(`#{origin}/payments/#{id}`)',
  'open(`#{ports.publicUrl()}/pay/#{id}`)',
  'open(`#{baseUrl.replace(/x/, "")}/pay/#{id}`)',
  'open(`https://shop.example/pay/#{id}`)',
  'open(`https://#{host}/pay/#{id}`)',
  'add(`?client_secret=#{secret}`)',
  'const html = `<form action="/pay/#{id}">`',
  'fetch(`/payments/#{encodeURIComponent(id)}`)',
])('The check finds %s', (source) => {
  expect(unencoded('a.ts', source.replaceAll('#{', '${'))).toHaveLength(1);
});

test.for([
  'urlPath`/payments/#{id}`',
  'fetch(`#{origin}/js/switchyard.js`)',
  'fetch(`/payments?#{new URLSearchParams({ id })}`)',
  'const key = `#{type}/#{id}`',
  'const origin = `http://#{host}:#{port}`',
  'add(`#{AUTH_PATH}/methods`)',
])('The check allows %s', (source) => {
  expect(unencoded('a.ts', source.replaceAll('#{', '${'))).toEqual([]);
});

test.for([
  ['../auth/sign-out?x=', '/elements/..%2Fauth%2Fsign-out%3Fx%3D/pay_1'],
  ['a/b#c?d', '/elements/a%2Fb%23c%3Fd/pay_1'],
  ['\\..\\', '/elements/%5C..%5C/pay_1'],
] as const)('A value of urlPath stays one path segment: %s', ([value, expected]) => {
  const built = urlPath`/elements/${value}/${'pay_1'}`;
  expect(built).toBe(expected);
  expect(new URL(built, 'https://pay.example').pathname).toBe(expected);
});

test('urlPath refuses names that would change the path despite encoding', () => {
  for (const name of ['.', '..']) expect(() => urlPath`/payments/${name}/confirm`).toThrow(TypeError);
  expect(urlPath`/payments?${new URLSearchParams({ a: '1&2' })}`).toBe('/payments?a=1%262');
});
