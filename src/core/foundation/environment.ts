/** Whether money moves: `live`, or `test`, where connectors only pretend. It is part of every key. */
export type Environment = 'test' | 'live';
