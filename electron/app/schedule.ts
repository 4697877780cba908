import type { Connection } from '../contract/connection.ts'
import { MINUTE_MS } from '../contract/instant.ts'

/** Not every computer that starts at nine o'clock should ask the service at the same second. */
const JITTER_MS = 5_000

/** Time and chance, so that tests need not wait. */
export interface ScheduleClock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 up to, not including, 1. */
  random(): number
  /** Calls once after that many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, call: () => void): () => void
}

/** Calls once after that many milliseconds, unless the returned function is called before. */
export function callLater(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds).unref()
  return () => {
    clearTimeout(timer)
  }
}

const SYSTEM_CLOCK: ScheduleClock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after: callLater,
}

export interface ScheduleOptions {
  /** Downloads what is chosen for the connection; resolves when all of it has ended. */
  readonly run: (connection: Connection) => Promise<void>
  /** When the last run of a connection ended, in milliseconds since 1970; null when there was none. */
  readonly lastEnd: (connectionId: string) => Promise<number | null>
  readonly noteEnd: (connectionId: string, at: number) => Promise<void>
  readonly onUnexpected: (error: unknown) => void
  readonly clock?: ScheduleClock
}

/** When campaigns are downloaded without being asked for. */
export interface Schedule {
  /** Called when the application starts: runs the downloads that are due, and plans the others. */
  begin(connections: readonly Connection[]): Promise<void>
  /** The person has changed when this connection's campaigns are downloaded. */
  changed(connection: Connection): Promise<void>
  forget(connectionId: string): void
  /** Whether anything is planned or runs. */
  readonly isOn: boolean
  /** Plans nothing more; what runs is left to whoever runs it. */
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
  const { run, lastEnd, noteEnd, onUnexpected, clock = SYSTEM_CLOCK } = options
  const plans = new Map<string, Plan>()
  /** Connections whose run has not ended; turned off and on again, a connection has another plan. */
  const running = new Set<string>()
  let closed = false

  function planned(connection: Connection): Plan {
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

  /** Plans the next run, which replaces an earlier plan. */
  function planAt(plan: Plan, at: number): void {
    plan.cancel()
    const { id } = plan.connection
    if (closed || running.has(id) || plans.get(id) !== plan) return
    const jitter = Math.floor(clock.random() * JITTER_MS)
    plan.cancel = clock.after(Math.max(0, at - clock.now()) + jitter, () => void runNow(plan))
  }

  function planNext(plan: Plan, lastEndAt: number): void {
    const { everyMinutes } = plan.connection.automatic
    if (everyMinutes === null) plan.cancel()
    else planAt(plan, lastEndAt + everyMinutes * MINUTE_MS)
  }

  async function runNow({ connection }: Plan): Promise<void> {
    const { id } = connection
    running.add(id)
    await run(connection).catch(onUnexpected)
    running.delete(id)
    // The settings may have changed meanwhile.
    const plan = plans.get(id)
    if (plan === undefined) return
    const now = clock.now()
    await noteEnd(id, now).catch(onUnexpected)
    planNext(plan, now)
  }

  /** A clock that was set back must not put the next run off: no end lies ahead of now. */
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

  const isWanted = ({ automatic }: Connection): boolean =>
    automatic.campaignIds.length > 0 && (automatic.onStart || automatic.everyMinutes !== null)

  return {
    async begin(connections) {
      for (const connection of connections.filter(isWanted)) {
        const plan = planned(connection)
        if (connection.automatic.onStart) planAt(plan, clock.now())
        else await planAfterLast(plan)
      }
    },
    async changed(connection) {
      const { id, automatic } = connection
      if (!isWanted(connection)) {
        forget(id)
        return
      }
      const everyBefore = plans.get(id)?.connection.automatic.everyMinutes ?? null
      const plan = planned(connection)
      // Turning it on is no download: the first one comes when the time has passed.
      if (everyBefore === null && automatic.everyMinutes !== null)
        await noteEnd(id, clock.now()).catch(onUnexpected)
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
