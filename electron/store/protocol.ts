import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'

export interface WorkerStart {
  readonly role: 'writer' | 'reader' | 'pictures' | 'reviews'
  readonly file: string
  /** Whether to set the file aside, because it was found damaged while in use. */
  readonly isDamaged: boolean
  /** Whether a reader first does what the writer does when it opens the file. */
  readonly prepares: boolean
  /** Results of an earlier thread of this role that was suspended. */
  readonly results: readonly SavedResult[]
}

/** A result that outlives its thread. */
export interface SavedResult {
  readonly slot: string
  readonly resultId: number
  readonly keys: Int32Array<ArrayBuffer>
}

/** Cancels a query as soon as the counter differs from the value, and receives its progress. */
export interface CancellationToken {
  /** Two integers: the counter, and how much of the running query is done, in thousandths. */
  readonly counter: SharedArrayBuffer
  readonly value: number
}

/**
 * Called by a running query at intervals, with how much of it is done, from 0 to 1, if that is known. Throws
 * `superseded` if a newer query has replaced it.
 */
export type ThrowIfCancelled = (done?: number) => void

/** The index of the progress in the memory of a {@link CancellationToken}. */
export const PROGRESS = 1
/** The value that stands for all of the query. */
export const ALL_DONE = 1_000

/** Returns the check of a part of a query, which takes it from one share to another. */
export function checkOfPart(check: ThrowIfCancelled, from: number, to: number): ThrowIfCancelled {
  return (done) => check(done === undefined ? undefined : from + done * (to - from))
}

/** Returns the check of a query; without a token the query cannot be cancelled. */
export function cancellationCheck(token: CancellationToken | undefined): ThrowIfCancelled {
  if (token === undefined) return () => undefined
  const counter = new Int32Array(token.counter)
  return (done) => {
    if (Atomics.load(counter, 0) !== token.value) throw new AppError('superseded')
    if (done !== undefined) Atomics.store(counter, PROGRESS, Math.round(done * ALL_DONE))
  }
}

/** What the main thread adds to some calls. */
export interface CallContext {
  readonly cancellation?: CancellationToken
  /** The id of a new result. The main thread assigns it, so that ids are unique across readers. */
  readonly resultId?: number
}

export interface Request {
  readonly sequence: number
  /** A method of the worker's role, `close` or `suspend`. */
  readonly method: string
  readonly parameters: readonly unknown[]
  readonly context: CallContext
}

export type Response =
  | { readonly kind: 'ready'; readonly notice: Fault | null }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'value'; readonly sequence: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly sequence: number; readonly fault: Fault }

type AnyFunction = (...parameters: never[]) => unknown

/** Implementations of operations in a worker: synchronous, with the context of the call. */
export type Handlers<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends AnyFunction
    ? (
        parameters: Readonly<Parameters<Operations[Name]>>,
        context: CallContext,
      ) => Awaited<ReturnType<Operations[Name]>>
    : never
}
