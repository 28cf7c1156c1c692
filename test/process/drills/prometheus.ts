import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../kit/free-port.ts';

/** Whether Prometheus is installed. */
export const hasPrometheus = ['prometheus', 'promtool'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>;

/** Prometheus with the shortened rules, which reads its targets from a file. */
export async function startPrometheus(rules: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-prometheus-'));
  const inFolder = (name: string) => path.join(folder, name);
  const point = async (targets: readonly string[] | null, slow: readonly string[] | null = null) => {
    for (const [file, some] of [
      ['targets.json', targets],
      ['slow.json', slow],
    ] as const)
      if (some !== null) await writeFile(inFolder(file), JSON.stringify([{ targets: some }]));
  };
  await point([], []);
  await writeFile(inFolder('rules.yaml'), rules);
  await writeFile(
    inFolder('prometheus.yaml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 500ms }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: switchyard
    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]
  - job_name: slow
    scrape_interval: 5s
    scrape_timeout: 5s
    file_sd_configs: [{ files: [slow.json], refresh_interval: 1s }]
    relabel_configs: [{ target_label: job, replacement: switchyard }]
`,
  );
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${inFolder('prometheus.yaml')}`,
      `--storage.tsdb.path=${inFolder('data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async (what: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/api/v1/${what}`)).json()) as {
      data: { alerts: { labels: { alertname: string }; state: string }[]; result: unknown[] };
    };
  await vi.waitUntil(() => ask('alerts').catch(() => null), { timeout: 60_000 });
  return {
    /** Sets the targets, and those scraped every five seconds; null leaves them unchanged. */
    point,
    /** The firing alerts. */
    firing: async () =>
      (await ask('alerts')).data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname),
    /** How many targets respond. */
    up: async () => (await ask('query?query=up==1')).data.result.length,
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
