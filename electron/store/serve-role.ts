import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import { AppError, toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { collectGarbage } from './collect-garbage.ts'
import { fromSqliteError } from './database/sqlite-errors.ts'
import type {
  CallContext,
  Request,
  Response,
  SavedResult,
  ThrowIfCancelled,
  WorkerStart,
} from './protocol.ts'
import { activateThreadLanguage } from './thread-language.ts'

/** What a worker does: its operations and its idle work. */
export interface Role {
  readonly handlers: Readonly<Record<string, (parameters: never, context: CallContext) => unknown>>
  /** Called after each response. */
  readonly afterResponse?: () => void
  /** Called when the worker is idle, and again as long as it returns true. */
  readonly whenIdle?: (throwIfCancelled: ThrowIfCancelled) => boolean
  /** Whether the thread has work between requests, so that it must not be suspended. */
  readonly hasOpenWork?: () => boolean
  /** Returns the results that the next thread of this role needs. */
  readonly saveResults?: () => readonly SavedResult[]
  readonly close: () => void
}

export interface OpenedRole {
  readonly role: Role
  /** The notice of a damaged file that was set aside. */
  readonly notice: Fault | null
}

/** Time without a request before idle work starts, in milliseconds. */
const IDLE_DELAY_MS = 200
/** Time without work before garbage is collected, in milliseconds. Longer than pauses in typing. */
const GARBAGE_DELAY_MS = 1_000

/**
 * Converts an error for the main thread. An unexpected error keeps its message, which never contains fetched
 * data.
 */
function faultOf(error: unknown): Fault {
  const knownError = fromSqliteError(error)
  if (knownError instanceof AppError || !(error instanceof Error)) return toFault(knownError)
  return { ...toFault(knownError), detail: `${error.name}: ${error.message}` }
}

function serve(port: MessagePort, open: (start: WorkerStart) => OpenedRole): void {
  const send = (response: Response, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(response, transfer)
  let role: Role
  try {
    const opened = open(workerData as WorkerStart)
    role = opened.role
    send({ kind: 'ready', notice: opened.notice })
  } catch (error) {
    send({ kind: 'failed', fault: faultOf(error) })
    port.close()
    return
  }
  /** A request that arrived during idle work. */
  let pendingRequest: Request | null = null
  const hasNoIdleWork = role.whenIdle === undefined
  /** Whether the idle work has ended. */
  let isIdle = hasNoIdleWork
  const throwIfCancelled: ThrowIfCancelled = () => {
    pendingRequest = takeRequest(port)
    if (pendingRequest !== null) throw new AppError('superseded')
  }
  const garbageTimer = setTimeout(collectGarbage, GARBAGE_DELAY_MS).unref()
  const idleTimer = setTimeout(() => {
    const hasMore = runIdleWork(role, throwIfCancelled)
    garbageTimer.refresh()
    const request = pendingRequest
    pendingRequest = null
    if (request !== null) respond(request)
    else isIdle = !hasMore
    if (hasMore || request?.method === 'suspend') idleTimer.refresh()
  }, IDLE_DELAY_MS).unref()
  const respond = ({ sequence, method, parameters, context }: Request): void => {
    const hasWork = (): boolean => (!isIdle && parameters[0] !== true) || role.hasOpenWork?.() === true
    if (method === 'suspend' && hasWork()) {
      send({ kind: 'value', sequence, value: null })
      return
    }
    isIdle = hasNoIdleWork
    try {
      const { value, transfer } = run(role, method, parameters, context)
      send({ kind: 'value', sequence, value }, transfer)
    } catch (error) {
      send({ kind: 'fault', sequence, fault: faultOf(error) })
    }
    idleTimer.refresh()
    garbageTimer.refresh()
    if (method !== 'close' && method !== 'suspend') {
      role.afterResponse?.()
      return
    }
    clearTimeout(idleTimer)
    clearTimeout(garbageTimer)
    port.close()
  }
  port.on('message', respond)
}

/** Returns the next request in the queue, if any. */
function takeRequest(port: MessagePort): Request | null {
  const received: { readonly message: Request } | undefined = receiveMessageOnPort(port)
  return received?.message ?? null
}

/** Ignores errors of the database: the next request reports them. */
function runIdleWork(role: Role, throwIfCancelled: ThrowIfCancelled): boolean {
  try {
    return role.whenIdle?.(throwIfCancelled) ?? false
  } catch (error) {
    if (fromSqliteError(error) instanceof AppError) return false
    throw error
  }
}

interface Outcome {
  readonly value: unknown
  /** Memory that is moved instead of copied. */
  readonly transfer: readonly ArrayBuffer[]
}

function run(role: Role, method: string, parameters: readonly unknown[], context: CallContext): Outcome {
  if (method === 'close') {
    role.close()
    return { value: null, transfer: [] }
  }
  if (method === 'suspend') {
    const results = role.saveResults?.() ?? []
    role.close()
    return { value: results, transfer: results.map(({ keys }) => keys.buffer) }
  }
  const handler = Object.hasOwn(role.handlers, method) ? role.handlers[method] : undefined
  if (handler === undefined) throw new AppError('internal', { detail: `Unknown method ${method}.` })
  const value = handler(parameters as never, context)
  const transfer = value instanceof Int32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return { value, transfer }
}

/** Serves requests in this thread: opens the file, then runs one call after another. */
export async function serveRole(open: (start: WorkerStart) => OpenedRole): Promise<void> {
  await activateThreadLanguage()
  if (parentPort !== null) serve(parentPort, open)
}
