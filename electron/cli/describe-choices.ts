import type { Connection } from '../contract/connection.ts'
import { CLI_MISSING } from './strings/command-line.ts'

/** Returns the names and ids of connections for a message. */
export function describeChoices(connections: readonly Connection[]): string {
  return connections.map(({ name, id }) => CLI_MISSING.choice(name, id)).join(', ')
}
