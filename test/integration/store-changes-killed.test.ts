import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { itemIdOf, openTestStore, temporaryFolder } from '../support/store.ts'

const PROGRAM = fileURLToPath(new URL('../support/committing-program.ts', import.meta.url))
const ID = 'campaign-1'

/** Runs the program and kills it this many milliseconds after it started the commit of a round. */
async function killWhileCommitting(file: string, round: number, milliseconds: number): Promise<void> {
  const child = spawn(process.execPath, [KEEP_WRAPPERS, PROGRAM, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    if (Number(line) < round) continue
    // The time is the point: before, during or after the commit.
    await pause(milliseconds)
    child.kill('SIGKILL')
    break
  }
  await ended
}

describe('a process that is killed during a commit', () => {
  it.each([0, 5, 20, 60, 150])('leaves changes that match the snapshot (%i ms)', async (milliseconds) => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'cache.db')
    await killWhileCommitting(file, 2, milliseconds)
    const store = await openTestStore(file)
    try {
      const result = await store.openResult(EMPTY_QUERY, 'test')
      const { rows, unseenChanges } = await store.readWindow(result.resultId, 0, 1_000)
      const downloads = await store.listDownloads(ID)
      const round = Number(rows[0]?.qty ?? 0)
      expect(new Set(rows.map(({ qty }) => qty))).toEqual(new Set([round]))
      expect(downloads).toHaveLength(round + 1)
      const query = { campaignId: ID, since: null, kinds: [], field: null, unseenOnly: false }
      const window = await store.readChanges(query, 0, 1_000)
      // Item 0 was added in round 1, and the round’s own item was deleted.
      expect(window.kinds).toEqual({ added: 1, changed: 1_998, gone: 1 })
      expect(window.rows.find(({ kind }) => kind === 'gone')?.campaignItemId).toBe(itemIdOf(round))
      const changed = window.rows.filter(({ kind }) => kind === 'changed')
      for (const { fields } of changed)
        expect(fields).toEqual([{ path: 'qty', old: '0', new: String(round) }])
      expect(unseenChanges).toHaveLength(1_000)
      expect((await store.listCampaigns())[0]?.unseenChanges).toBe(2_000)
    } finally {
      await store.close()
    }
    const database = new Database(file, { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.pragma('foreign_key_check')).toEqual([])
    database.close()
  })
})
