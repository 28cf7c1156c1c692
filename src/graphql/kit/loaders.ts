import DataLoader from 'dataloader';
import type { Context } from '../../core/foundation/context.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import {
  type ChildList,
  type ParentKey,
  type Row,
  readByKeys,
  readChildren,
} from '../../core/reads/index.ts';
import { readTimelines, type TimelineKey } from '../../core/reads/read-timelines.ts';
import type { EndpointKey } from '../../core/webhook-endpoints/endpoint-health.ts';
import { readEndpointHealth } from '../../core/webhook-endpoints/endpoint-health.ts';

/** A list of one parent, with the columns wanted of its rows. */
interface ChildrenRequest {
  readonly parent: ParentKey;
  readonly field: string;
  readonly columns: readonly string[];
}

/** One resource by its key, with the columns wanted of it. */
interface ObjectRequest {
  readonly merchantId: string | null;
  readonly id: string;
  readonly columns: readonly string[];
}

const parentText = (parent: ParentKey) => JSON.stringify([parent.merchantId, parent.id]);

/**
 * The dataloaders of one request: one a parent's lists, one a referenced resource. Everything that one level
 * of a query asks of a resource within a tick becomes one statement; nothing is kept beyond the request.
 */
export class Loaders {
  readonly #ctx: Context;
  readonly #children = new Map<DescribedClass, DataLoader<ChildrenRequest, Row[]>>();
  readonly #objects = new Map<DescribedClass, DataLoader<ObjectRequest, Row | null>>();

  readonly #timelines: DataLoader<TimelineKey, Row[]>;
  readonly #endpoints: DataLoader<EndpointKey, Row>;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#timelines = new DataLoader((keys) => readTimelines(ctx, keys), { cache: false });
    this.#endpoints = new DataLoader((keys) => readEndpointHealth(ctx, keys), { cache: false });
  }

  /** The steps by which an object came to its status. */
  timeline(key: TimelineKey): Promise<Row[]> {
    return this.#timelines.load(key);
  }

  /** How the endpoint of a business profile has been doing. */
  endpoint(key: EndpointKey): Promise<Row> {
    return this.#endpoints.load(key);
  }

  /** A list that belongs to a parent, such as a payment's refunds. */
  children(target: DescribedClass, request: ChildrenRequest): Promise<Row[]> {
    let loader = this.#children.get(target);
    if (!loader) {
      loader = new DataLoader((requests) => this.#loadChildren(target, requests), { cache: false });
      this.#children.set(target, loader);
    }
    return loader.load(request);
  }

  /** A resource that another refers to, such as a payment's customer; null when it is not there. */
  object(target: DescribedClass, request: ObjectRequest): Promise<Row | null> {
    let loader = this.#objects.get(target);
    if (!loader) {
      loader = new DataLoader((requests) => this.#loadObjects(target, requests), { cache: false });
      this.#objects.set(target, loader);
    }
    return loader.load(request);
  }

  async #loadChildren(target: DescribedClass, requests: readonly ChildrenRequest[]): Promise<Row[][]> {
    const parents = new Map<string, { key: ParentKey; place: number }>();
    const lists = new Map<string, Set<string>>();
    for (const { parent, field, columns } of requests) {
      const text = parentText(parent);
      if (!parents.has(text)) parents.set(text, { key: parent, place: parents.size });
      const wanted = lists.get(field) ?? new Set();
      for (const column of columns) wanted.add(column);
      lists.set(field, wanted);
    }
    const wanted: ChildList[] = [...lists].map(([field, columns]) => ({ field, columns }));
    const keys = [...parents.values()].map(({ key }) => key);
    const found = await readChildren(this.#ctx, target, keys, wanted);
    return requests.map(({ parent, field }) => found[parents.get(parentText(parent))!.place]?.[field] ?? []);
  }

  #loadObjects(target: DescribedClass, requests: readonly ObjectRequest[]): Promise<(Row | null)[]> {
    const columns = new Set(requests.flatMap((request) => request.columns));
    return readByKeys(this.#ctx, target, requests, columns);
  }
}
