import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database that simulates network and server failures. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Forwards data both ways. This is the initial state. */
  heal(): void;
  /** Keeps connections open and forwards nothing: a host that vanished. */
  swallow(): void;
  /** Closes all connections and refuses new ones: a restarting server. */
  cut(): void;
  close(): Promise<void>;
}

/** Connects to the server of a database URL, by TCP or its Unix socket. */
function connectTo({ hostname, port }: URL): Socket {
  const folder = decodeURIComponent(hostname);
  return folder.startsWith('/')
    ? connect(`${folder}/.s.PGSQL.${port}`)
    : connect(Number(port || 5432), hostname);
}

/** Starts a proxy in front of the database with this URL. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let mode: 'forward' | 'swallow' | 'cut' = 'forward';
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connectTo(target);
    // Dropped data is lost, as with a vanished host: both sides never hear from each other again.
    let lost = false;
    const forward = (from: Socket, to: Socket) => {
      open.add(from);
      from.on('data', (data) => {
        lost ||= mode === 'swallow';
        if (!lost) to.write(data);
      });
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    };
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    heal: () => {
      mode = 'forward';
    },
    swallow: () => {
      mode = 'swallow';
    },
    cut: () => {
      mode = 'cut';
      destroyAll();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      destroyAll();
      await closed;
    },
  };
}
