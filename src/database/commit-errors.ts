import pg from 'pg';

/** A notice of the server, as the driver passes it on. */
type Notice = { [Field in 'code' | 'detail' | 'message']?: string | undefined };

/** SQLSTATEs of violated constraints. */
const VIOLATION = /^23/;
/** The name of a constraint of a shard, at the end of the message of a violation: that of the table's, and the shard's number. */
const ofShard = /constraint "(.+?)(?:_\d{6,})?"$/;

/** Names the constraint that an error of a cluster's node is about as the table has it, and not one of its shards. */
export function withoutShard<E extends Error>(error: E): E {
  if (!(error instanceof pg.DatabaseError) || !VIOLATION.test(error.code ?? '')) return error;
  const constraint = ofShard.exec(error.message)?.[1];
  return constraint === undefined ? error : Object.assign(error, { constraint });
}

/**
 * Runs the commit of a transaction. A cluster checks foreign keys on its nodes at commit: the client gets the violation as a
 * notice, and the coordinator's error says only that a node could not commit. The notice is thrown instead.
 */
export async function withReason<T>(
  client: pg.ClientBase,
  commit: () => Promise<T>,
  convert: (error: Error) => Error,
): Promise<T> {
  let violation: Error | undefined;
  const listen = ({ code, detail, message = '' }: Notice) => {
    if (!VIOLATION.test(code ?? '')) return;
    violation = convert(
      Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, detail }),
    );
  };
  client.on('notice', listen);
  try {
    return await commit();
  } catch (error) {
    throw violation ?? error;
  } finally {
    client.off('notice', listen);
  }
}
