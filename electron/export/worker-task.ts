import { parentPort, type Worker } from 'node:worker_threads'
import { AppError } from '../contract/app-error.ts'
import type { Fault } from '../contract/faults.ts'
import { activateThreadLanguage } from '../store/thread-language.ts'
import { writeFailure } from './files/write-failure.ts'

/** The last message of a thread about its task. */
type TaskResult<Value> =
  | { readonly type: 'done'; readonly value: Value }
  | { readonly type: 'failed'; readonly fault: Fault }
  /** Internal error. */
  | { readonly type: 'crashed'; readonly error: unknown }

/** Runs a task in its thread, and sends its result to {@link receiveResult}. */
export async function sendResult(task: () => Promise<unknown>): Promise<void> {
  const send = (result: TaskResult<unknown>): void => parentPort?.postMessage(result)
  try {
    await activateThreadLanguage()
    send({ type: 'done', value: await task() })
  } catch (thrown) {
    const error = writeFailure(thrown)
    send(error instanceof AppError ? { type: 'failed', fault: error.toFault() } : { type: 'crashed', error })
  }
}

export interface ResultOptions<Event> {
  readonly isCancelled: () => boolean
  /** Receives all messages of the thread before the result. */
  readonly onEvent: (event: Event) => void
}

/**
 * Resolves with the result of a thread's task. Rejects with its `AppError`, with `cancelled` if the thread
 * ends after a cancellation, and otherwise with an internal error.
 */
export function receiveResult<Value, Event extends { readonly type: string }>(
  worker: Worker,
  { isCancelled, onEvent }: ResultOptions<Event>,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  const onMessage = (message: Event | TaskResult<Value>): void => {
    if (isResult(message)) {
      if (message.type === 'done') resolve(message.value)
      else reject(message.type === 'failed' ? AppError.from(message.fault) : message.error)
    } else onEvent(message)
  }
  const onExit = (): void =>
    reject(isCancelled() ? new AppError('cancelled') : new Error('A thread ended without a result.'))
  // Without any listener, a later error would end the process.
  if (worker.listenerCount('error') === 0) worker.on('error', () => undefined)
  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  return promise.finally(() => worker.off('message', onMessage).off('error', reject).off('exit', onExit))
}

function isResult<Value>(message: { readonly type: string }): message is TaskResult<Value> {
  return message.type === 'done' || message.type === 'failed' || message.type === 'crashed'
}
