import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import { CLI_MISSING } from '../contract/strings/command-line.ts'
import type { Secrets } from '../secrets/types.ts'
import { createConnections } from '../workspace/connections.ts'
import { createLogger } from '../workspace/logger.ts'
import { openConnection } from '../workspace/open-connection.ts'
import type { Connections, ConnectionSession, Logger } from '../workspace/types.ts'
import type { CommandName } from './commands.ts'
import type { Console } from './console.ts'
import type { CliIo, Environment } from './io.ts'
import { UsageError } from './usage-error.ts'

/** What a command works with. */
export interface Context {
  readonly io: CliIo
  readonly env: Environment
  readonly console: Console
  readonly dataFolder: string
  readonly connections: Connections
  readonly logger: Logger
}

/** Nothing is read or written yet. */
export function createContext(
  io: CliIo,
  env: Environment,
  console: Console,
  dataFolder: string | null,
): Context {
  const folder = resolve(dataFolder ?? io.defaultDataFolder)
  return {
    io,
    env,
    console,
    dataFolder: folder,
    connections: createConnections(folder),
    logger: createLogger(join(folder, 'logs')),
  }
}

/** Throws a `UsageError` when a data folder was named that is not there. */
export async function requireFolder(
  { dataFolder }: Context,
  named: string | null,
  command: CommandName,
): Promise<void> {
  if (named === null) return
  const found = await stat(dataFolder).catch(() => null)
  if (found?.isDirectory() !== true) throw new UsageError(CLI_MISSING.folder(dataFolder), command)
}

/** Connections that are there, after saying what was wrong with others. */
export async function listConnections({ connections, console }: Context): Promise<readonly Connection[]> {
  const found = await connections.list()
  for (const notice of connections.takeNotices()) console.message(notice.message)
  return found
}

export interface SessionListeners {
  /** PEM of what is trusted beside the system's authorities. */
  readonly authority?: string | null
  readonly secrets?: Secrets
  readonly onProgress?: (job: DownloadJob) => void
  readonly onChanged?: (campaignIds: readonly string[]) => void
}

/** Reading needs no key. */
const NO_KEYS: Secrets = {
  get: () => Promise.resolve(null),
  set: () => Promise.resolve({ place: 'none', reason: null }),
  remove: () => Promise.resolve(),
  status: () => Promise.resolve({ place: 'none', reason: null }),
}

/**
 * Does something with an opened connection and closes it whatever happens. Rejects when its cache cannot be
 * opened; one that was set aside as damaged is told, and an empty one is worked with.
 */
export async function withSession<Result>(
  context: Context,
  connection: Connection,
  listeners: SessionListeners,
  work: (session: ConnectionSession) => Promise<Result>,
): Promise<Result> {
  const session = await openConnection(connection, {
    dataFolder: context.dataFolder,
    secrets: listeners.secrets ?? NO_KEYS,
    fetch: context.io.fetchWith(listeners.authority ?? null),
    sampleFetch: async () => (await import('../sample/index.ts')).createSampleService(),
    storeWorkerUrl: context.io.storeWorkerUrl,
    reviewWorkerUrl: context.io.reviewWorkerUrl,
    readers: 1,
    logger: context.logger,
    onProgress: (job) => listeners.onProgress?.(job),
    onChanged: (_connectionId, campaignIds) => listeners.onChanged?.(campaignIds),
  })
  try {
    if (session.notice !== null) {
      if (session.notice.code !== 'cacheDamaged') throw AppError.from(session.notice)
      context.console.message(session.notice.message)
    }
    return await work(session)
  } finally {
    await session.close()
  }
}
