import type Database from 'better-sqlite3'

/** How long a statement waits for another program's lock, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000

/** What can be bound to a place in a statement. */
export type Bound = string | number | bigint | Uint8Array | null

/** A prepared query. */
export interface Query<Row> {
  get(...parameters: readonly Bound[]): Row | undefined
  all(...parameters: readonly Bound[]): Row[]
  iterate(...parameters: readonly Bound[]): IterableIterator<Row>
}

export interface Command {
  run(...parameters: readonly Bound[]): {
    readonly changes: number
    readonly lastInsertRowid: number | bigint
  }
}

/**
 * A database as reading functions see it. A function that takes this cannot write: the type has no way to,
 * and in a reader the file is opened read-only besides. Statements are prepared once for each text.
 */
export class ReadHandle {
  protected readonly database: Database.Database
  readonly #rows = new Map<string, unknown>()
  readonly #values = new Map<string, unknown>()
  readonly #tuples = new Map<string, unknown>()

  constructor(database: Database.Database) {
    this.database = database
  }

  /** Rows as objects. */
  rows<Row>(sql: string): Query<Row> {
    return prepared<Row>(this.#rows, sql, () => this.database.prepare(sql))
  }

  /** The first column of each row. */
  values<Value extends Bound>(sql: string): Query<Value> {
    return prepared<Value>(this.#values, sql, () => this.database.prepare(sql).pluck())
  }

  /** Rows as arrays, which are cheaper to make than objects. */
  tuples<Row extends readonly Bound[]>(sql: string): Query<Row> {
    return prepared<Row>(this.#tuples, sql, () => this.database.prepare(sql).raw())
  }

  /** Everything that `work` reads is of one moment, whatever a writer does meanwhile. */
  snapshot<Result>(work: () => Result): Result {
    return this.database.inTransaction ? work() : this.database.transaction(work).deferred()
  }

  /** From now on everything that is read is of this moment, until the handle is closed. */
  beginSnapshot(): void {
    this.database.exec('BEGIN')
    // A transaction looks at the file only when it first reads.
    this.database.prepare('SELECT 1 FROM sqlite_schema').get()
  }

  /** Holds no more than so many kilobytes of the file in memory, for what reads nothing twice. */
  limitMemory(kilobytes: number): void {
    this.database.pragma(`cache_size = -${String(kilobytes)}`)
  }

  close(): void {
    this.database.close()
  }
}

function prepared<Row>(queries: Map<string, unknown>, sql: string, prepare: () => unknown): Query<Row> {
  let query = queries.get(sql)
  if (query === undefined) {
    query = prepare()
    queries.set(sql, query)
  }
  return query as Query<Row>
}

/** A database that can be written to. Only the writer has one. */
export class WriteHandle extends ReadHandle {
  readonly #commands = new Map<string, Command>()

  command(sql: string): Command {
    let command = this.#commands.get(sql)
    if (command === undefined) {
      command = this.database.prepare<Bound[]>(sql)
      this.#commands.set(sql, command)
    }
    return command
  }

  /** Several statements without parameters. */
  execute(sql: string): void {
    this.database.exec(sql)
  }

  /**
   * Does something that waits for the locks of others so many milliseconds, and not as long as all else does.
   */
  waitingFor(patienceMs: number, work: () => void): void {
    this.execute(`PRAGMA busy_timeout = ${String(patienceMs)}`)
    try {
      work()
    } finally {
      this.execute(`PRAGMA busy_timeout = ${String(BUSY_TIMEOUT_MS)}`)
    }
  }

  /** All of `work` or nothing of it. */
  transaction<Result>(work: () => Result): Result {
    return this.database.transaction(work).immediate()
  }
}
