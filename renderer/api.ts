import type { ApiName, ApiOutput } from '../electron/contract/api.ts'
import { AppError } from '../electron/contract/app-error.ts'
import type { Bridge, CallInput } from '../electron/contract/bridge.ts'
import type { EventName, Events } from '../electron/contract/events.ts'
import type { Fault } from '../electron/contract/faults.ts'

declare global {
  interface Window {
    /** Provided by the preload; the only access of the window to main. */
    readonly api: Bridge
  }
}

let running = 0
let waiting: (() => void)[] = []

/** Calls main. Returns the value; throws an {@link AppError} for a fault. */
async function call<Name extends ApiName>(name: Name, ...input: CallInput<Name>): Promise<ApiOutput<Name>> {
  running += 1
  try {
    const result = await window.api.call(name, ...input)
    if (result.ok) return result.value
    throw AppError.from(result.error)
  } finally {
    running -= 1
    if (running === 0) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
}

/** Resolves when no call is pending. */
async function settled(): Promise<void> {
  if (running > 0) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }
}

/** Calls `listener` for every event of that name until the returned function is called. */
function on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void {
  return window.api.on(name, listener)
}

/** Calls and events of main. */
export const api = { call, on, settled } as const

/** Converts any thrown value to a fault that a view can show. */
export function faultOf(error: unknown): Fault {
  if (error instanceof AppError) return error.toFault()
  return new AppError('internal', {
    detail: error instanceof Error ? error.message : String(error),
  }).toFault()
}
