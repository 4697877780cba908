import Database from 'better-sqlite3'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { generationPages } from '../support/generations.ts'
import { temporaryFolder } from '../support/store.ts'
import { repetitions } from '../support/repetitions.ts'

const PROGRAM = fileURLToPath(new URL('../support/download-until-killed.ts', import.meta.url))
const KILLS = repetitions(8, 20)
const MAX_RUNS = 160

interface Run {
  /** Pages of the journal that it continued from. */
  readonly begun: number
  /** Pages that it started to stage. */
  readonly pages: readonly number[]
  /** Whether it started the commit, and whether it completed it. */
  readonly saving: boolean
  readonly saved: boolean
}

/** Runs the program, which is killed at once or some milliseconds after it printed `atLine` lines. */
async function runUntilKilled(
  file: string,
  generation: number,
  atLine: number,
  delayMs: number,
): Promise<Run> {
  const child = spawn(
    process.execPath,
    [KEEP_WRAPPERS, PROGRAM, file, String(generation), String(atLine), String(delayMs)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output.split('\n')
  return {
    begun: Number(lines[0]?.split(' ')[1] ?? 0),
    pages: lines.filter((line) => line.startsWith('page')).map((line) => Number(line.split(' ')[1])),
    saving: lines.includes('saving'),
    saved: lines.includes('saved'),
  }
}

/** The items of the snapshot in order, and the number of staged pages. */
function readCache(file: string): { readonly items: readonly string[]; readonly staged: number } {
  const database = new Database(file)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    const items = database
      .prepare<[], string>(
        `SELECT json FROM campaigns JOIN item_ids ON item_ids.copy_key = campaigns.copy_key
          JOIN items ON items.key = item_ids.item_key JOIN item_bodies ON item_bodies.item_key = items.key
          ORDER BY position`,
      )
      .pluck()
      .all()
    const count = database.prepare<[], number>('SELECT item_count FROM campaigns').pluck().get() ?? 0
    expect(items).toHaveLength(count)
    return { items, staged: database.prepare<[], number>('SELECT count(*) FROM journal').pluck().get() ?? 0 }
  } finally {
    database.close()
  }
}

const itemsOf = (generation: number): readonly string[] =>
  generation === 0
    ? []
    : generationPages(generation).flatMap((page) => page.map((item) => JSON.stringify(item)))

describe('a download whose process is killed', () => {
  it(
    'keeps or completes the snapshot, and is resumed',
    async () => {
      await using folder = await temporaryFolder()
      const file = join(folder.path, 'cache.db')
      let generation = 1
      let staged = 0
      let killed = 0
      const phases = { staging: 0, saving: 0 }
      // The machine’s speed decides where a delayed kill occurs. A kill without a delay always precedes the
      // step, and a commit without a kill always ends.
      const isEnough = (): boolean =>
        killed >= KILLS && phases.staging > 1 && phases.saving > 1 && generation > 1
      for (let run = 0; !isEnough() && run < MAX_RUNS; run += 1) {
        // The first half of a list is staged with kills; then everything is committed, with others.
        const isToSave = staged >= 5
        const atLine = isToSave ? 2 + (10 - staged) : 1 + Math.floor(Math.random() * 4)
        const delayMs = isToSave ? Math.random() ** 3 * 120 : Math.random() * 4
        const { begun, pages, saving, saved } = await runUntilKilled(
          file,
          generation,
          isToSave && run % 4 === 0 ? Infinity : atLine,
          run % 4 === 1 ? 0 : delayMs,
        )
        const now = readCache(file)

        expect(begun).toBe(staged)
        if (pages.length > 0) expect(pages[0]).toBe(staged)
        const isNew = now.items.length > 0 && now.items.at(-1) === itemsOf(generation).at(-1)
        expect(now.items).toEqual(itemsOf(isNew ? generation : generation - 1))
        if (saved) expect(isNew).toBe(true)
        else killed += 1
        if (isNew) {
          expect(now.staged).toBe(0)
          generation += 1
        } else {
          // At most the page that was being staged is requested again.
          expect(now.staged).toBeGreaterThanOrEqual(Math.max(staged, pages.at(-1) ?? 0))
        }
        if (!saved) phases[saving ? 'saving' : 'staging'] += 1
        staged = now.staged
      }

      expect(killed).toBeGreaterThanOrEqual(KILLS)
      expect(phases.staging).toBeGreaterThan(1)
      expect(phases.saving).toBeGreaterThan(1)
      expect(generation).toBeGreaterThan(1)
    },
    MAX_RUNS * 20_000,
  )
})
