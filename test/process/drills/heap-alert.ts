import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Expects the memory alert to fire on a series once it has been high for ten minutes, and not before. */
export function heapAlert(series: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchyard-promtool-'));
  const expected = '{ exp_labels: { severity: warning, instance: a, job: switchyard } }';
  writeFileSync(
    path.join(folder, 'test.yaml'),
    `rule_files: [${path.join(root, 'deploy/alerts.yaml')}]
tests:
  - interval: 1m
    input_series: [{ series: '${series}{instance="a",job="switchyard"}', values: '700000000x9 900000000x15' }]
    alert_rule_test:
      - { eval_time: 9m, alertname: SwitchyardMemoryHigh, exp_alerts: [] }
      - eval_time: 22m
        alertname: SwitchyardMemoryHigh
        exp_alerts: [${expected.replace(' } }', ' }, exp_annotations: { summary: "A process\'s heap comes close to its limit of 1 GB." } }')}]
`,
  );
  expect(String(execFileSync('promtool', ['test', 'rules', path.join(folder, 'test.yaml')]))).toContain(
    'SUCCESS',
  );
  rmSync(folder, { recursive: true });
}
