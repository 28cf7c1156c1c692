import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../../src/config/config.ts';
import { withSession } from '../../../src/database/sessions.ts';
import { heapLimits } from '../../../src/service/runtime.ts';
import { ownerUrl } from '../../kit/database.ts';
import { test } from '../../kit/test.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Container {
  readonly resources: { readonly limits: { readonly memory: string } };
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly maxReplicas: number;
    readonly template: { readonly spec: { readonly containers: Container[] } };
  };
}
const manifests = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((one) => one.toJS() as Manifest);
const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind)!;

/** The path of a manifest's definition; operators' resources are not Kubernetes' own. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};
const ofOperators = ['monitoring.coreos.com/v1'];

/** The faults of manifests by Kubernetes' definitions: unknown fields, wrong types and missing fields. */
function faultsOf(some: readonly Manifest[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-manifests-'));
  try {
    const lines = some.map((manifest, i) => {
      const from = path.join(root, 'node_modules/kubernetes-types', modules[manifest.apiVersion]!);
      return `export const m${i}: import('${from}').${manifest.kind} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
    const args = ['--noEmit', '--strict', '--skipLibCheck', '--types', '', 'manifests.ts'];
    execFileSync(path.join(root, 'node_modules/typescript/bin/tsc'), args, { cwd: folder, stdio: 'pipe' });
    return [];
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
      .trim()
      .split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("Every manifest strictly matches Kubernetes' published definition", () => {
  const known = manifests.filter(({ apiVersion }) => !ofOperators.includes(apiVersion));
  expect(known.length).toBeGreaterThanOrEqual(8);
  expect(faultsOf(known)).toEqual([]);
});

test.for([
  [
    'a misspelt field',
    (text: string) => text.replace('maxUnavailable: 0', 'maxUnavailble: 0'),
    /maxUnavailble/,
  ],
  [
    'a field of another type',
    (text: string) => text.replace('backoffLimit: 3', 'backoffLimit: "3"'),
    /backoffLimit|string/,
  ],
  [
    'a field in the wrong place',
    (text: string) => text.replace('  minReplicas: 2', '  replicas: 2'),
    /replicas/,
  ],
  ['a missing field', (text: string) => text.replace(/ {2}scaleTargetRef: .*\n/, ''), /scaleTargetRef/],
] as const)('The definitions refuse %s', ([, change, fault]) => {
  const text = textOf('deploy/kubernetes.yaml');
  const changed = change(text);
  expect(changed).not.toBe(text);
  const wrong = parseAllDocuments(changed)
    .map((one) => one.toJS() as Manifest)
    .filter(({ apiVersion }) => !ofOperators.includes(apiVersion));
  expect(faultsOf(wrong).join('\n')).toMatch(fault);
});

const MEBI = 2 ** 20;
const bytesOf = (memory: string) => {
  const [, number, unit] = /^(\d+)(Mi|Gi|m|g)$/.exec(memory)!;
  return Number(number) * (/^g/i.test(unit!) ? 1024 : 1) * MEBI;
};

test("A container's memory, the heap limit and the heap alert are consistent", () => {
  const heap = Number(/--max-old-space-size=(\d+)/.exec(heapLimits.join(' '))![1]) * MEBI;
  const [, threshold] = /nodejs_heap_size_used_bytes > (\S+)/.exec(textOf('deploy/alerts.yaml'))!;
  // The alert fires before V8 aborts, and the kernel ends the process before neither.
  expect(Number(threshold)).toBeLessThan(0.9 * heap);
  expect(Number(threshold)).toBeGreaterThan(0.5 * heap);
  const compose = parse(textOf('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; mem_limit: string }>;
  };
  const limits = [
    ...of('Deployment').spec.template.spec.containers.map(({ resources }) => resources.limits.memory),
    ...['one', 'two'].map((name) => compose.services[name]!.mem_limit),
  ];
  expect(limits).toHaveLength(3);
  for (const limit of limits) expect(bytesOf(limit)).toBe(1.5 * heap);
  expect(textOf('docs/install.md')).toContain('Give a container 1.5 GB for each process');
});

test('The manifests count exactly the connections that a process opens', async ({ api, service, shared }) => {
  await api.get('/payments/list');
  const sessions = await withSession(ownerUrl(shared.databaseUrl), (owner) =>
    owner.query<{ name: string; pids: number[] }>(
      `select application_name as name, array_agg(pid) as pids from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'switchyard%'
       group by 1`,
    ),
  );
  // Each pool of the service, and its other connections.
  const besides = { 'switchyard listener': 1, 'switchyard people': 2, 'switchyard probe': 1 };
  const names = sessions.rows.map(({ name }) => name).filter((name) => name !== 'switchyard session');
  expect(['switchyard', ...Object.keys(besides)]).toEqual(expect.arrayContaining(names));
  const pools = Object.values(service.vitals().pools).reduce((sum, { size }) => sum + size, 0);
  // Test services have five for requests.
  const each = readConfig({}).databasePoolMax + (pools - 5) + Object.values(besides).reduce((a, b) => a + b);
  const pods = of('HorizontalPodAutoscaler').spec.maxReplicas + 1;
  for (const file of ['deploy/kubernetes.yaml', 'docs/install.md']) {
    const text = textOf(file).replaceAll(/\n#? ?/g, ' ');
    expect([file, /(?:takes up to|sign in:) (\d+)/.exec(text)?.[1]]).toEqual([file, String(each)]);
    expect([file, /rollout adds take (\d+), more than/.exec(text)?.[1]]).toEqual([file, String(each * pods)]);
  }
  // Through a pooler only notifications need a dedicated connection.
  expect(textOf('deploy/kubernetes.yaml')).toContain(`to which ${pods} remain`);
  expect(textOf('docs/install.md')).toContain(`for notifications: ${pods}, beside`);
});
