import type { Connection } from '../../electron/contract/connection.ts'
import { strings } from '../../electron/contract/strings/app.ts'

/** Host of a base address for people; the text itself where it is no address. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host
  } catch {
    return baseUrl
  }
}

/** Where a connection leads, for people. */
export function connectionHost(connection: Connection): string {
  return connection.baseUrl === null ? strings.connections.sample : hostOf(connection.baseUrl)
}
