import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AppError } from '../contract/app-error.ts'
import type { Connection } from '../contract/connection.ts'
import type { DownloadJob } from '../contract/jobs.ts'
import { CLI_DETAILS, CLI_MISSING } from './strings/command-line.ts'
import type { Secrets } from '../secrets/types.ts'
import { DEFAULT_TLS, type TlsSettings } from '../service/tls-settings.ts'
import type { RetryWait } from '../service/types.ts'
import { foldersIn } from '../app/app-folders.ts'
import { createConnections } from '../app/connections.ts'
import { createLogger } from '../app/logger.ts'
import { openConnection } from '../app/open-connection.ts'
import type { Connections, ConnectionSession, Logger } from '../app/types.ts'
import { downloadHint } from './command-hint.ts'
import type { CommandName, WorkCommand } from './commands.ts'
import type { Console } from './console.ts'
import type { CliIo, Environment } from './io.ts'
import type { RetryOptions } from './retry-options.ts'
import { reportRequests } from './report-requests.ts'
import { UsageError } from './errors.ts'

/** The environment of a command. */
export interface Context {
  readonly io: CliIo
  readonly env: Environment
  readonly console: Console
  readonly dataFolder: string
  /** The folder of `--data`, as given; null without the option. */
  readonly requestedFolder: string | null
  readonly connections: Connections
  readonly logger: Logger
}

/**
 * Creates the environment of a command. Throws `dataFolderMissing` if the folder to which the data were moved
 * is missing.
 */
export function createContext(
  io: CliIo,
  env: Environment,
  console: Console,
  { dataFolder, verbose }: Pick<WorkCommand, 'dataFolder' | 'verbose'>,
): Context {
  const folders = dataFolder === null ? io.folders() : foldersIn(resolve(dataFolder))
  if (folders.data !== folders.standardData && !existsSync(folders.data))
    throw new AppError('dataFolderMissing', { params: { file: folders.data } })
  const { fetchWith } = io
  return {
    io: verbose ? { ...io, fetchWith: (tls) => reportRequests(fetchWith(tls), console) } : io,
    env,
    console,
    dataFolder: folders.data,
    requestedFolder: dataFolder,
    connections: createConnections(folders.data),
    logger: createLogger(folders.logs),
  }
}

/** Throws a `UsageError` if the given data folder does not exist. */
export async function requireFolder(
  context: Pick<Context, 'dataFolder' | 'requestedFolder'>,
  requestedFolder: string | null,
  command: CommandName,
): Promise<void> {
  if (requestedFolder === null) return
  const { dataFolder } = context
  const stats = await stat(dataFolder).catch(() => null)
  if (stats?.isDirectory() !== true)
    throw new UsageError(CLI_MISSING.folder(dataFolder, downloadHint([], ['--all'], context)), command)
}

/** Returns the connections, and prints warnings about damaged ones. */
export async function listConnections({ connections, console }: Context): Promise<readonly Connection[]> {
  const list = await connections.list()
  for (const notice of connections.takeNotices()) console.warning(notice.message)
  return list
}

export interface SessionOptions {
  readonly tls?: TlsSettings
  readonly secrets?: Secrets
  readonly retry?: RetryOptions
  /** Called before each pause that precedes another attempt. */
  readonly onWait?: (wait: RetryWait) => void
  readonly onProgress?: (job: DownloadJob) => void
  readonly onChanged?: (campaignIds: readonly string[]) => void
  /** Downloads run one at a time, and unfinished ones stay in the queue. */
  readonly keepsQueue?: boolean
  /** Whether downloads may delete more than half of a campaign. */
  readonly acceptsDeletions?: boolean
}

function queueOptions(acceptsDeletions: boolean) {
  return {
    keepsQueue: true,
    resumesQueue: false,
    downloads: { concurrentJobs: 1, storesUnsuccessful: true, acceptsDeletions },
  } as const
}

/** Keys for commands that only read. */
const NO_KEYS: Secrets = {
  get: () => Promise.resolve(null),
  set: () => Promise.resolve({ storage: 'none', reason: null }),
  remove: () => Promise.resolve(),
  status: () => Promise.resolve({ storage: 'none', reason: null }),
}

/**
 * Runs `work` with an open connection, which is closed in any case. Rejects if its cache cannot be opened. A
 * damaged cache is set aside with a warning and replaced with an empty one.
 */
export async function withSession<Result>(
  context: Context,
  connection: Connection,
  options: SessionOptions,
  work: (session: ConnectionSession) => Promise<Result>,
): Promise<Result> {
  context.console.detail(CLI_DETAILS.connection(connection.name, connection.baseUrl, connection.id))
  const session = await openConnection(connection, {
    dataFolder: context.dataFolder,
    secrets: options.secrets ?? NO_KEYS,
    fetch: context.io.fetchWith(options.tls ?? DEFAULT_TLS),
    storeWorkerUrl: context.io.storeWorkerUrl,
    reviewWorkerUrl: context.io.reviewWorkerUrl,
    readers: 1,
    ...(options.retry === undefined ? {} : { service: { retry: options.retry } }),
    onNotice: (_connectionId, notice) => context.console.warning(notice.message),
    onWait: (_connectionId, wait) => options.onWait?.(wait),
    logger: context.logger,
    ...(options.keepsQueue === true ? queueOptions(options.acceptsDeletions === true) : {}),
    onProgress: (job) => options.onProgress?.(job),
    onChanged: (_connectionId, campaignIds) => options.onChanged?.(campaignIds),
  })
  try {
    if (session.notice !== null) {
      if (session.notice.code !== 'cacheDamaged') throw AppError.from(session.notice)
      context.console.warning(session.notice.message)
    }
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Runs a task in another thread, and cancels it when a signal asks the process to end. */
export async function untilInterrupted<Value>(
  { io }: Context,
  start: () => { readonly done: Promise<Value>; readonly cancel: () => void },
): Promise<Value> {
  if (io.interrupted.aborted) throw new AppError('cancelled')
  const running = start()
  const cancel = (): void => running.cancel()
  io.interrupted.addEventListener('abort', cancel)
  try {
    return await running.done
  } finally {
    io.interrupted.removeEventListener('abort', cancel)
  }
}
