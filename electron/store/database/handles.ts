import type Database from 'better-sqlite3'

/** Time that a statement waits for a lock, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000

/** A parameter of a statement. */
export type BoundValue = string | number | bigint | Uint8Array | null

export interface Query<Row> {
  get(...parameters: readonly BoundValue[]): Row | undefined
  all(...parameters: readonly BoundValue[]): Row[]
  iterate(...parameters: readonly BoundValue[]): IterableIterator<Row>
}

export interface Command {
  run(...parameters: readonly BoundValue[]): {
    readonly changes: number
    readonly lastInsertRowid: number | bigint
  }
}

/** A database handle without methods that write. Each SQL text is prepared once. */
export class ReadHandle {
  protected readonly database: Database.Database
  readonly #rows = new Map<string, unknown>()
  readonly #values = new Map<string, unknown>()
  readonly #tuples = new Map<string, unknown>()

  constructor(database: Database.Database) {
    this.database = database
  }

  /** Returns a query for rows as objects. */
  rows<Row>(sql: string): Query<Row> {
    return prepareOnce<Row>(this.#rows, sql, () => this.database.prepare(sql))
  }

  /** Returns a query for the first column of each row. */
  values<Value extends BoundValue>(sql: string): Query<Value> {
    return prepareOnce<Value>(this.#values, sql, () => this.database.prepare(sql).pluck())
  }

  /** Returns a query for rows as arrays, which are cheaper than objects. */
  tuples<Row extends readonly BoundValue[]>(sql: string): Query<Row> {
    return prepareOnce<Row>(this.#tuples, sql, () => this.database.prepare(sql).raw())
  }

  /** Runs `work` in one read transaction. */
  snapshot<Result>(work: () => Result): Result {
    return this.database.inTransaction ? work() : this.database.transaction(work).deferred()
  }

  /** Returns a number that changes whenever another handle has changed the data. */
  dataVersion(): number {
    return Number(this.database.pragma('data_version', { simple: true }))
  }

  /** Starts a read transaction that lasts until the handle is closed. */
  beginSnapshot(): void {
    this.database.exec('BEGIN')
    // The transaction takes effect with the first read.
    this.database.prepare('SELECT 1 FROM sqlite_schema').get()
  }

  /** Limits the page cache, for callers that read each page once. */
  limitPageCache(kilobytes: number): void {
    this.database.pragma(`cache_size = -${String(kilobytes)}`)
  }

  close(): void {
    this.database.close()
  }
}

function prepareOnce<Row>(queries: Map<string, unknown>, sql: string, prepare: () => unknown): Query<Row> {
  let query = queries.get(sql)
  if (query === undefined) {
    query = prepare()
    queries.set(sql, query)
  }
  return query as Query<Row>
}

/** A database handle that can write. Only the writer has one. */
export class WriteHandle extends ReadHandle {
  readonly #commands = new Map<string, Command>()

  /** Returns a prepared statement without rows. */
  command(sql: string): Command {
    let command = this.#commands.get(sql)
    if (command === undefined) {
      command = this.database.prepare<BoundValue[]>(sql)
      this.#commands.set(sql, command)
    }
    return command
  }

  /** Runs statements without parameters. */
  execute(sql: string): void {
    this.database.exec(sql)
  }

  /** Runs `work` with another lock timeout. */
  withLockTimeout(timeoutMs: number, work: () => void): void {
    this.execute(`PRAGMA busy_timeout = ${String(timeoutMs)}`)
    try {
      work()
    } finally {
      this.execute(`PRAGMA busy_timeout = ${String(BUSY_TIMEOUT_MS)}`)
    }
  }

  /** Runs `work` in one write transaction. */
  transaction<Result>(work: () => Result): Result {
    return this.database.transaction(work).immediate()
  }
}
