import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads'
import { AppError, toFault } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { fromSqliteError } from './database/sqlite-errors.ts'
import type { Answer, CallContext, Request, WorkerStart } from './protocol.ts'
import type { ThrowIfCancelled } from './query/cancellation.ts'

/** What a role does: its calls, and the end. */
export interface Role {
  readonly handlers: Readonly<Record<string, (parameters: never, context: CallContext) => unknown>>
  /** Is called after each answer. */
  readonly catchUp?: () => void
  /**
   * Is called when nothing has been asked for a while, and again as long as it says that there is more to do.
   */
  readonly rest?: (throwIfCancelled: ThrowIfCancelled) => boolean
  readonly close: () => void
}

export interface OpenedRole {
  readonly role: Role
  /** What opening the file brought to light. */
  readonly notice: Fault | null
}

/** So long nothing is asked before a role rests, in milliseconds. */
const QUIET_MS = 200

/**
 * A fault that crosses to main. What nobody foresaw keeps its message, which never holds what was fetched.
 */
function faultOf(error: unknown): Fault {
  const known = fromSqliteError(error)
  if (known instanceof AppError || !(error instanceof Error)) return toFault(known)
  return { ...toFault(known), detail: `${error.name}: ${error.message}` }
}

function serve(port: MessagePort, open: (start: WorkerStart) => OpenedRole): void {
  const send = (answer: Answer, transfer: readonly ArrayBuffer[] = []): void => {
    port.postMessage(answer, transfer)
  }
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
  /** What was asked while the role rested. */
  let waiting: Request | null = null
  const throwIfCancelled: ThrowIfCancelled = () => {
    waiting = takeRequest(port)
    if (waiting !== null) throw new AppError('superseded')
  }
  const quiet = setTimeout(() => {
    const goesOn = rest(role, throwIfCancelled)
    const asked = waiting
    waiting = null
    if (asked !== null) answer(asked)
    else if (goesOn) quiet.refresh()
  }, QUIET_MS).unref()
  const answer = ({ sequence, method, parameters, context }: Request): void => {
    try {
      const value = run(role, method, parameters, context)
      const transfer =
        value instanceof Int32Array && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
      send({ kind: 'value', sequence, value }, transfer)
    } catch (error) {
      send({ kind: 'fault', sequence, fault: faultOf(error) })
    }
    quiet.refresh()
    if (method !== 'close') {
      role.catchUp?.()
      return
    }
    clearTimeout(quiet)
    port.close()
  }
  port.on('message', answer)
}

/** What was asked and has not been looked at yet. */
function takeRequest(port: MessagePort): Request | null {
  return (receiveMessageOnPort(port) as { readonly message: Request } | undefined)?.message ?? null
}

/** Whatever goes wrong here does so again, and is told, where something was asked for. */
function rest(role: Role, throwIfCancelled: ThrowIfCancelled): boolean {
  try {
    return role.rest?.(throwIfCancelled) ?? false
  } catch (error) {
    if (fromSqliteError(error) instanceof AppError) return false
    throw error
  }
}

function run(role: Role, method: string, parameters: readonly unknown[], context: CallContext): unknown {
  if (method === 'close') {
    role.close()
    return null
  }
  const handler = Object.hasOwn(role.handlers, method) ? role.handlers[method] : undefined
  if (handler === undefined) throw new AppError('internal', { detail: `There is no call ${method} here.` })
  return handler(parameters as never, context)
}

/**
 * Makes this thread answer for a file: as soon as it is told that it may (`OPEN`) the file is opened, and
 * then each call of the role is carried out, one after the other.
 */
export function serveRole(open: (start: WorkerStart) => OpenedRole): void {
  const port = parentPort
  port?.once('message', () => {
    serve(port, open)
  })
}
