/** A value of MaxMind's format: types 2 (text), 5 and 6 (numbers), 7 (map), as in its published specification. */
function encoded(value: string | number | object): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number')
    return Buffer.from([(6 << 5) | 4, ...new Uint8Array(new Uint32Array([value]).buffer).reverse()]);
  const entries = Object.entries(value);
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([name, one]) => [encoded(name), encoded(one)]),
  ]);
}

type Node = [left: Node | string | null, right: Node | string | null];

/** A MaxMind database with the countries of IPv4 addresses. */
export function mmdbOf(databaseType: string, countries: Readonly<Record<string, string>>): Buffer {
  const root: Node = [null, null];
  for (const [address, country] of Object.entries(countries)) {
    const bits = address
      .split('.')
      .flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      node[bit as 0 | 1] ??= [null, null];
      node = node[bit as 0 | 1] as Node;
    }
    node[bits.at(-1) as 0 | 1] = country;
  }
  const nodes: Node[] = [];
  const number = (node: Node) => {
    nodes.push(node);
    for (const part of node) if (Array.isArray(part)) number(part);
  };
  number(root);
  const data: Buffer[] = [];
  const recordOf = (part: Node[number]): number => {
    if (part === null) return nodes.length;
    if (typeof part !== 'string') return nodes.indexOf(part);
    const offset = Buffer.concat(data).length;
    data.push(encoded({ country: { iso_code: part } }));
    return nodes.length + 16 + offset;
  };
  const tree = Buffer.concat(
    nodes.flatMap((node) =>
      node.map((part) => {
        const record = recordOf(part);
        return Buffer.from([(record >> 16) & 255, (record >> 8) & 255, record & 255]);
      }),
    ),
  );
  const metadata = {
    ...{ node_count: nodes.length, record_size: 24, ip_version: 4, database_type: databaseType },
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1_700_000_000 },
  };
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encoded(metadata)]);
}
