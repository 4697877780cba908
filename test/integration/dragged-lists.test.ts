import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Exports } from '../../electron/app/exports.ts'
import { TemporaryFiles } from '../../electron/app/temporary-files.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { csvRequest } from '../support/export-request.ts'
import { EXPORT_WORKER_URL } from '../support/entries.ts'
import { createListToExport } from '../support/list-to-export.ts'
import { buildItem } from '../support/store.ts'

vi.mock('electron', () => ({}))

const { exportHandlers } = await import('../../electron/shell/handlers/exports.ts')

/** Limits of waits, which end only a test that hangs. */
const WAIT = { timeout: 60_000 }

/** Number of ended exports whose files can still be dragged. */
const MAX_DRAGGABLE = 20

it('removes the files of earlier drags, and keeps those of the last ones', async () => {
  await using list = await createListToExport([buildItem(1)])
  const temporary = join(list.folder, 'temporary')
  const exports = new Exports({
    workerUrl: EXPORT_WORKER_URL,
    onProgress: () => undefined,
    onUnexpected: String,
  })
  const { store, file: databaseFile } = list.cache
  const { resultId } = await store.openResult(EMPTY_QUERY, 'test')
  const { options, reviewsFile, picturesFile } = csvRequest(databaseFile, null, { query: EMPTY_QUERY })
  const services = {
    dataFolder: list.folder,
    managed: Promise.resolve({ exportFolders: null }),
    temporaryFiles: new TemporaryFiles(temporary),
    exports,
    connections: { get: () => Promise.resolve({ labels: { itemStatus: [] } }) },
    sessions: {
      hold: () => () => undefined,
      get: () => Promise.resolve({ store, databaseFile, reviewsFile, picturesFile }),
    },
  }
  const calls = exportHandlers(services as unknown as Parameters<typeof exportHandlers>[0])
  const drag = async (number: number): Promise<string> => {
    const { jobId } = await calls['exports.prepareDrag']({
      connectionId: 'c',
      query: EMPTY_QUERY,
      selection: { resultId, ranges: [[0, 0]] },
      options,
      title: 'Summer',
      suggestedName: `Summer ${String(number)}`,
    })
    return vi.waitFor(() => exports.filesOf(jobId)[0] ?? '', WAIT)
  }
  const files: string[] = []
  for (let number = 0; number < MAX_DRAGGABLE + 2; number += 1) files.push(await drag(number))
  await vi.waitFor(async () => expect(await readdir(temporary)).toHaveLength(MAX_DRAGGABLE), WAIT)
  expect(files.map((file) => existsSync(file))).toEqual(files.map((_file, index) => index >= 2))
  await exports.close()
})
