import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { WorkersMetrics } from '../../../src/telemetry/workers-metrics.ts';
import { test } from '../../kit/test.ts';
import { parseExposition } from './exposition.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = textOf('deploy/alerts.yaml');
const alerts = [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => name!);
const ownMetrics = /\b(?:switchyard|nodejs|process)_[a-z0-9_]+/g;

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(textOf('deploy/grafana/switchyard.json')) as { panels: readonly Panel[] };

const withMetrics = test.extend('series', { scope: 'file' }, async ({ service }) => {
  const metrics = createMetrics();
  const { rows } = service.database;
  metrics.measure({ vitals: service.vitals, rows, now: () => new Date() });
  const registries = [metrics.registry, new WorkersMetrics().registry];
  const texts = await Promise.all(registries.map((registry) => registry.metrics()));
  const parts = ({ name, type }: { name: string; type: string }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
  return new Map(
    parseExposition(texts.join('')).flatMap((family) => {
      const metric = registries.map((registry) => registry.getSingleMetric(family.name)).find(Boolean);
      const { labelNames } = metric as unknown as { labelNames: readonly string[] };
      return parts(family).map((name) => [name, labelNames] as const);
    }),
  );
});

withMetrics('Every metric in an alert exists', ({ series }) => {
  const expressions = rules.split(/^\s+- alert: /m).slice(1);
  expect(expressions.length).toBeGreaterThan(10);
  for (const expression of expressions) {
    const named = (expression.match(ownMetrics) ?? []).filter((name) => !series.has(name));
    expect([expression.split('\n')[0], named]).toEqual([expression.split('\n')[0], []]);
  }
});

/** Labels added by Prometheus, histogram buckets and a workers' supervisor. */
const added = ['job', 'instance', 'le', 'worker'];

withMetrics('Every label in an alert is one of its metric', ({ series }) => {
  const used = rules
    .split(/^\s+- alert: /m)
    .slice(1)
    .flatMap((rule) => {
      const name = rule.split('\n')[0]!;
      const selected = [...rule.matchAll(/\b((?:switchyard|nodejs)_\w+)\{([^}]*)\}/g)].flatMap(
        ([, metric, matchers]) =>
          [...matchers!.matchAll(/(\w+)\s*[=!]~?"/g)].map(([, label]) => ({
            name,
            metrics: [metric!],
            label: label!,
          })),
      );
      const metrics = rule.match(ownMetrics) ?? [];
      const grouped = [...rule.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels]) =>
        labels!.split(',').map((label) => ({ name, metrics, label: label.trim() })),
      );
      return [...selected, ...grouped];
    });
  expect(used.length).toBeGreaterThan(10);
  const wrong = used.filter(
    ({ label, metrics }) =>
      !added.includes(label) && !metrics.every((metric) => series.get(metric)!.includes(label)),
  );
  expect(wrong).toEqual([]);
});

withMetrics('Every metric on the dashboard exists', ({ series }) => {
  const expressions = dashboard.panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const named = expression.match(ownMetrics) ?? [];
    expect([expression, named.length > 0, named.filter((name) => !series.has(name))]).toEqual([
      expression,
      true,
      [],
    ]);
  }
});

withMetrics('Every metric of the service is on the dashboard and in the documentation', ({ series }) => {
  const own = [...series.keys()].filter((name) => name.startsWith('switchyard_'));
  const stem = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
  const shown = new Set((JSON.stringify(dashboard).match(ownMetrics) ?? []).map(stem));
  const documented = textOf('docs/run.md');
  const stems = [...new Set(own.map(stem))];
  expect(stems.filter((name) => !shown.has(name))).toEqual([]);
  expect(
    stems.filter((name) => !documented.includes(name) && !name.startsWith('switchyard_database_pool_')),
  ).toEqual([]);
});

test('Every alert has a linked heading in docs/run.md with the steps to take', () => {
  const [, runbook = ''] = /^## Alerts\n([\s\S]*?)^## /m.exec(textOf('docs/run.md'))!;
  const sections = [...runbook.matchAll(/^### (\w+)\n([\s\S]*?)(?=^### |(?![\s\S]))/gm)];
  expect(sections.map(([, name]) => name).sort()).toEqual([...alerts].sort());
  for (const [, name, steps] of sections) expect([name, steps!.length > 40]).toEqual([name, true]);
  const links = rules
    .split(/^\s+- alert: /m)
    .slice(1)
    .map((rule) => /^\s+runbook: (.+)$/m.exec(rule)?.[1]);
  expect(links).toEqual(alerts.map((name) => `docs/run.md#${name.toLowerCase()}`));
});

test('The manifests have this version, and their pods the job label that the rules require', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };
  const manifests = textOf('deploy/kubernetes.yaml');
  const versions = [...manifests.matchAll(/(?:image: switchyard:|name: switchyard-migrate-)(\S+)/g)];
  expect(versions.map(([, of]) => of)).toEqual([version, version, version]);
  const jobs = new Set([...rules.matchAll(/\bjob="(\w+)"/g)].map(([, job]) => job));
  expect([...jobs]).toEqual(['switchyard']);
  expect(manifests).toMatch(
    /kind: PodMonitor\n[\s\S]*?jobLabel: app\n\s+selector: \{ matchLabels: \{ app: switchyard \} \}/,
  );
});

const withoutPromtool = spawnSync('promtool', ['--version']).error !== undefined;

test.skipIf(withoutPromtool)('Prometheus accepts the rules', () => {
  const output = String(execFileSync('promtool', ['check', 'rules', path.join(root, 'deploy/alerts.yaml')]));
  expect(output).toContain(`SUCCESS: ${alerts.length} rules found`);
});
