import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and answers all that comes back until the connection is closed. */
export async function exchange({ url }: { url: string }, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  // A server that has heard enough may reset the connection while more is on its way.
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return received;
}
