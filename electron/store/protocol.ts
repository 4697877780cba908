import type { Fault } from '../contract/faults.ts'

/** What a worker is started with. */
export interface WorkerStart {
  readonly role: 'writer' | 'reader' | 'pictures' | 'reviews'
  readonly file: string
  /** The writer is to set the file aside before it begins: it was found damaged while in use. */
  readonly damaged: boolean
}

/** The first message to a worker, which has started meanwhile: it may open its file. */
export const OPEN = 'open'

/** A running query's right to go on: it ends as soon as the counter shows another turn than its own. */
export interface CancellationToken {
  readonly counter: SharedArrayBuffer
  readonly value: number
}

/** What main adds to some calls. */
export interface CallContext {
  readonly turn?: CancellationToken
  /** The id under which a reader is to hold a result; main gives them out, so that they stay unique. */
  readonly resultId?: number
}

export interface Request {
  readonly sequence: number
  /** A call of the thread's role, or `close`. */
  readonly method: string
  readonly parameters: readonly unknown[]
  readonly context: CallContext
}

export type Answer =
  | { readonly kind: 'ready'; readonly notice: Fault | null }
  | { readonly kind: 'failed'; readonly fault: Fault }
  | { readonly kind: 'value'; readonly sequence: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly sequence: number; readonly fault: Fault }

type AnyFunction = (...parameters: never[]) => unknown

/**
 * The functions of one side of the store as its worker carries them out: at once, with the call's context.
 */
export type Handlers<Side> = {
  readonly [Name in keyof Side]: Side[Name] extends AnyFunction
    ? (parameters: Readonly<Parameters<Side[Name]>>, context: CallContext) => Awaited<ReturnType<Side[Name]>>
    : never
}
