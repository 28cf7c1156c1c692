/** A sample of Prometheus' text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric: its metadata and samples. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Parses Prometheus' text format, as far as prom-client uses it. */
export function parseExposition(text: string): Family[] {
  return text
    .split(/^(?=# HELP )/m)
    .filter((block) => block.startsWith('# HELP '))
    .map((block) => {
      const [help = '', type = '', ...lines] = block.trim().split('\n');
      const [, name = '', said = ''] = /^# HELP (\S+) (.*)$/.exec(help) ?? [];
      return {
        name,
        help: said,
        type: type.replace(`# TYPE ${name} `, ''),
        samples: lines.filter((line) => line !== '').map(sampleOf),
      };
    });
}

function sampleOf(line: string): Sample {
  const [, name = '', labels = '', value = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key!, of!]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

/** The sum of a metric's samples with these labels. */
export function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const samples = parseExposition(text).flatMap((family) => family.samples);
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Names forbidden for metrics: Prometheus' rules, as in `promtool check metrics`. */
export function namingFaults({ help, name, samples, type }: Family): string[] {
  const labels = samples.flatMap((sample) => Object.keys(sample.labels));
  const faults: [boolean, string][] = [
    [help === '', 'has no help'],
    [!/^[a-z][a-z0-9_]*$/.test(name), 'is not in snake_case'],
    [type === 'counter' && !name.endsWith('_total'), 'is a counter without _total'],
    [type !== 'counter' && name.endsWith('_total'), 'is no counter and ends in _total'],
    [type !== 'histogram' && /_(bucket|count|sum)$/.test(name), 'ends as a histogram’s series do'],
    [
      /_(ms|milliseconds|minutes|hours|kb|mb|kilobytes|megabytes|percent)(_|$)/.test(name),
      'has no base unit',
    ],
    [new RegExp(`_${type}(_|$)`).test(name), 'names its type'],
    [labels.some((label) => !/^[a-z][a-z0-9_]*$/.test(label)), 'has a label that is not in snake_case'],
    [type !== 'histogram' && labels.includes('le'), 'has a label le'],
  ];
  return faults.filter(([is]) => is).map(([, fault]) => `${name} ${fault}`);
}
