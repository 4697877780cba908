import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { partPaths } from '../../electron/export/files/parts.ts'
import {
  createLastExports,
  checkTarget,
  type LastExport,
  type LastExports,
} from '../../electron/app/last-exports.ts'
import { temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let targetFolder: string
let lastExports: LastExports
beforeEach(async () => {
  folder = await temporaryFolder()
  targetFolder = join(folder.path, 'target')
  await mkdir(targetFolder)
  lastExports = createLastExports(join(folder.path, 'last-exports.json'))
})
afterEach(() => folder.remove())

const OPTIONS = { format: 'csv', style: MACHINE_STYLE, header: 'labels', rowsBeyond: 'files' } as const
const DELETED_REVIEWS: LastExport['of'] = {
  gone: { connectionId: 'c1', campaignId: 'k1', suggestedName: 'Gone', options: OPTIONS },
}
const CHANGES: LastExport['of'] = {
  changes: {
    connectionId: 'c1',
    query: { campaignId: 'k1', since: 3, kinds: [], field: null, unseenOnly: false },
    suggestedName: 'Changes',
    options: OPTIONS,
  },
}
const CHANGE_LIST = { kind: 'changes', campaignId: 'k1' } as const

/** Records an export of this many files; returns their paths. */
async function recordExport(files: number): Promise<readonly string[]> {
  const requestedFile = join(targetFolder, 'changes.csv')
  const paths = partPaths(requestedFile, files)
  for (const path of paths) await writeFile(path, `as written: ${path}`)
  await lastExports.record(CHANGE_LIST, CHANGES, requestedFile, paths)
  return paths
}

async function currentTarget() {
  const last = await lastExports.get(CHANGE_LIST)
  if (last === null) throw new Error('No export was saved.')
  return checkTarget(last, OPTIONS)
}

describe('the last export', () => {
  it('is saved for each list of a campaign, also across a restart', async () => {
    const [file = ''] = await recordExport(1)
    await lastExports.record({ kind: 'gone', campaignId: 'k1' }, DELETED_REVIEWS, file, [file])
    const reopened = createLastExports(join(folder.path, 'last-exports.json'))
    expect(await reopened.get(CHANGE_LIST)).toMatchObject({ of: CHANGES, file, written: [{ file }] })
    expect(await reopened.get({ kind: 'gone', campaignId: 'k1' })).toMatchObject({ of: DELETED_REVIEWS })
    expect(await reopened.get({ kind: 'items', campaignId: 'k1' })).toBeNull()
    expect(await reopened.get({ kind: 'changes', campaignId: 'k2' })).toBeNull()
    await reopened.record(CHANGE_LIST, DELETED_REVIEWS, file, [file])
    expect(await reopened.get(CHANGE_LIST)).toMatchObject({ of: DELETED_REVIEWS })
  })

  it('of the changes of a period stays that of a period', async () => {
    const [file = ''] = await recordExport(1)
    const { changes } = CHANGES
    const since = { days: 7 }
    await lastExports.record(
      CHANGE_LIST,
      { changes: { ...changes, query: { ...changes.query, since } } },
      file,
      [file],
    )
    expect(await lastExports.get(CHANGE_LIST)).toMatchObject({ of: { changes: { query: { since } } } })
  })

  it('is read beside one with options of a later version, which is left out', async () => {
    const path = join(folder.path, 'last-exports.json')
    const [file = ''] = await recordExport(1)
    await lastExports.record({ kind: 'gone', campaignId: 'k1' }, DELETED_REVIEWS, file, [file])
    const later = (await readFile(path, 'utf8')).replace('"since": 3', '"since": 3, "until": 4')
    await writeFile(path, later)
    const reopened = createLastExports(path)
    expect(await reopened.get(CHANGE_LIST)).toBeNull()
    expect(await reopened.get({ kind: 'gone', campaignId: 'k1' })).toMatchObject({ of: DELETED_REVIEWS })
  })

  it('is not saved if its file is missing', async () => {
    await lastExports.record(CHANGE_LIST, CHANGES, join(targetFolder, 'nowhere.csv'), [
      join(targetFolder, 'nowhere.csv'),
    ])
    expect(await lastExports.get(CHANGE_LIST)).toBeNull()
  })
})

describe('the target of the last export', () => {
  it('is unchanged, free, or missing with its folder', async () => {
    const files = await recordExport(3)
    expect(await currentTarget()).toMatchObject({ kind: 'unchanged' })
    for (const file of files) await rm(file)
    expect(await currentTarget()).toMatchObject({ kind: 'missing' })
    await rm(targetFolder, { recursive: true })
    expect(await currentTarget()).toEqual({ kind: 'noFolder', file: join(targetFolder, 'changes.csv') })
  })

  it('is changed if one of several files differs', async () => {
    const [, second = ''] = await recordExport(3)
    await writeFile(second, 'mine')
    expect(await currentTarget()).toEqual({ kind: 'changed', file: second })
  })

  it.each(['changes.csv', 'changes (1 of 2).csv'])(
    'is changed if %s exists, which this export could write but did not',
    async (name) => {
      await recordExport(3)
      await writeFile(join(targetFolder, name), 'mine')
      expect(await currentTarget()).toEqual({ kind: 'changed', file: join(targetFolder, name) })
    },
  )

  it('is unchanged next to files with other names', async () => {
    await recordExport(3)
    for (const name of ['changes (1 of 2).xlsx', 'changes 2.csv', 'changes (copy).csv'])
      await writeFile(join(targetFolder, name), 'mine')
    expect(await currentTarget()).toMatchObject({ kind: 'unchanged' })
  })
})
