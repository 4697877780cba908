import type { Connection } from '../contract/connection.ts'
import { MINUTE_MS } from '../contract/instant.ts'

/** Prevents many computers that start at the same time from sending requests in the same second. */
const JITTER_MS = 5_000

/** On Linux, timers stand still while the computer sleeps, so the clock is compared this often. */
const MAX_TIMER_MS = MINUTE_MS

/** Long, because a locked keychain may prompt the person at each attempt. */
const KEYCHAIN_RETRY_MS = 5 * MINUTE_MS

/** Time and randomness, replaceable in tests. */
export interface ScheduleClock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, not including, 1. */
  random(): number
  /** See {@link callLater}. */
  after(milliseconds: number, call: () => void): () => void
}

/** Calls once after a delay, unless the returned function is called before. */
export function callLater(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds).unref()
  return () => clearTimeout(timer)
}

export const SYSTEM_CLOCK: ScheduleClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: callLater,
}

export interface ScheduleOptions {
  /**
   * Runs the automatic downloads of a connection; resolves when all have ended. Returns false if the keychain
   * cannot be read: the run is repeated later, and does not count as the last one.
   */
  readonly run: (connection: Connection) => Promise<boolean>
  /** Returns when the last run of a connection ended, in milliseconds since 1970; null if there was none. */
  readonly lastEnd: (connectionId: string) => Promise<number | null>
  readonly recordEnd: (connectionId: string, at: number) => Promise<void>
  readonly onUnexpected: (error: unknown) => void
  readonly clock?: ScheduleClock
}

/** Schedule of the automatic downloads of all connections. */
export interface Schedule {
  /** Called at the start of the application: runs the downloads that are due, and plans the others. */
  begin(connections: readonly Connection[]): Promise<void>
  /** Must be called when the automatic downloads of a connection were changed. */
  changed(connection: Connection): Promise<void>
  forget(connectionId: string): void
  /** Whether a run is planned or running. */
  readonly isOn: boolean
  /** Cancels all plans. Does not stop running downloads. */
  close(): void
}

interface Plan {
  connection: Connection
  cancel: () => void
}

/**
 * Runs each connection's automatic downloads at the start and every so many minutes, counted from the end of
 * the last run; a connection never has two runs at once.
 */
export function createSchedule(options: ScheduleOptions): Schedule {
  const { run, lastEnd, recordEnd, onUnexpected, clock = SYSTEM_CLOCK } = options
  const plans = new Map<string, Plan>()
  /** Ids of connections with a run in progress; their plans may be replaced meanwhile. */
  const running = new Set<string>()
  let closed = false

  function getOrCreatePlan(connection: Connection): Plan {
    const { id } = connection
    const existing = plans.get(id)
    if (existing !== undefined) {
      existing.connection = connection
      return existing
    }
    const plan: Plan = { connection, cancel: () => undefined }
    plans.set(id, plan)
    return plan
  }

  /** Plans the next run of a connection, replacing its earlier time. */
  function planAt(plan: Plan, at: number): void {
    plan.cancel()
    const { id } = plan.connection
    if (closed || running.has(id) || plans.get(id) !== plan) return
    const jitter = Math.floor(clock.random() * JITTER_MS)
    runAfter(plan, Math.max(0, at - clock.now()) + jitter)
  }

  /** Runs after a delay, which also passes while timers stand still, or when the clock is set back. */
  function runAfter(plan: Plan, milliseconds: number): void {
    const from = clock.now()
    const timerMs = Math.min(milliseconds, MAX_TIMER_MS)
    plan.cancel = clock.after(timerMs, () => {
      const remaining = milliseconds - Math.max(timerMs, clock.now() - from)
      if (remaining > 0) runAfter(plan, remaining)
      else void runNow(plan)
    })
  }

  function planNext(plan: Plan, lastEndAt: number): void {
    const { id, automatic } = plan.connection
    const { everyMinutes } = automatic
    if (everyMinutes !== null) planAt(plan, lastEndAt + everyMinutes * MINUTE_MS)
    else if (!running.has(id)) forget(id)
  }

  async function runNow({ connection }: Plan): Promise<void> {
    const { id } = connection
    running.add(id)
    const hasRun = await run(connection).catch((error: unknown) => {
      onUnexpected(error)
      return true
    })
    running.delete(id)
    // The settings may have changed meanwhile.
    const plan = plans.get(id)
    if (plan === undefined) return
    const now = clock.now()
    if (!hasRun) {
      planAt(plan, now + KEYCHAIN_RETRY_MS)
      return
    }
    await recordEnd(id, now).catch(onUnexpected)
    planNext(plan, now)
  }

  /** Plans the run after the last one. Ignores an end in the future, as after the clock was set back. */
  async function planAfterLast(plan: Plan): Promise<void> {
    const now = clock.now()
    const last = await lastEnd(plan.connection.id).catch((error: unknown) => {
      onUnexpected(error)
      return null
    })
    planNext(plan, Math.min(now, last ?? now))
  }

  function forget(id: string): void {
    plans.get(id)?.cancel()
    plans.delete(id)
  }

  const isAutomatic = ({ automatic }: Connection): boolean =>
    automatic.campaignIds.length > 0 && (automatic.onStart || automatic.everyMinutes !== null)

  return {
    async begin(connections) {
      for (const connection of connections.filter(isAutomatic)) {
        const plan = getOrCreatePlan(connection)
        if (connection.automatic.onStart) planAt(plan, clock.now())
        else await planAfterLast(plan)
      }
    },
    async changed(connection) {
      const { id, automatic } = connection
      if (!isAutomatic(connection)) {
        forget(id)
        return
      }
      const previousInterval = plans.get(id)?.connection.automatic.everyMinutes ?? null
      const plan = getOrCreatePlan(connection)
      // Turning the interval on downloads nothing at once; the first run follows after the interval.
      if (previousInterval === null && automatic.everyMinutes !== null)
        await recordEnd(id, clock.now()).catch(onUnexpected)
      await planAfterLast(plan)
    },
    forget,
    get isOn() {
      return plans.size > 0
    },
    close() {
      closed = true
      for (const plan of plans.values()) plan.cancel()
      plans.clear()
    },
  }
}
