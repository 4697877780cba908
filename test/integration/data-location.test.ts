import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foldersIn } from '../../electron/app/app-folders.ts'
import {
  checkNewDataFolder,
  moveData,
  readDataLocation,
  writeDataLocation,
} from '../../electron/app/data-location.ts'
import { temporaryFolder } from '../support/store.ts'

let root: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ path: root, remove } = await temporaryFolder())
})
afterEach(() => remove())

const standard = (): string => join(root, 'standard')
const chosen = (): string => join(root, 'chosen')

async function fill(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const),
    ),
  )
}

const DATA = {
  'connections/c/reviews.db': 'marks',
  'connections/c/photos/1.jpg': 'photo',
  'views.json': '{}',
}
/** Files that are not data but in the same folder. */
const OTHERS = { 'chromium/Cache/1': 'x', 'logs/campaign-desk.log': 'log' }

describe('moving the data folder', () => {
  it('moves all data and nothing else, to another folder and back', async () => {
    await fill(standard(), { ...DATA, ...OTHERS })
    await writeDataLocation(standard(), { moveTo: chosen() })
    expect(await moveData(standard())).toBe(chosen())
    expect(await filesIn(chosen())).toEqual(DATA)
    expect(foldersIn(standard()).data).toBe(chosen())
    expect(Object.keys(await filesIn(standard())).toSorted()).toEqual([
      'chromium/Cache/1',
      'location.json',
      'logs/campaign-desk.log',
    ])

    await writeDataLocation(standard(), { folder: chosen(), moveTo: standard() })
    // The standard folder contains only what is not data.
    expect(await moveData(standard())).toBe(standard())
    expect(await filesIn(standard())).toEqual({ ...DATA, ...OTHERS })
    expect(await filesIn(chosen())).toEqual({})
    expect(readDataLocation(standard())).toBeNull()
  })

  it('keeps any files unchanged', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/u)
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.tuple(name, name).map(([folder, file]) => `connections/${folder}/${file}`),
          fc.string(),
        ),
        async (files) => {
          await fill(standard(), files)
          await writeDataLocation(standard(), { moveTo: chosen() })
          await moveData(standard())
          expect(await filesIn(chosen())).toEqual(files)
          await rm(chosen(), { recursive: true })
          await rm(standard(), { recursive: true })
        },
      ),
      { numRuns: 20 },
    )
  })

  it('keeps the data in their folder if it is cancelled or fails', async () => {
    await fill(standard(), DATA)
    await writeDataLocation(standard(), { moveTo: chosen() })
    await expect(moveData(standard(), AbortSignal.abort())).rejects.toThrow()
    expect(await filesIn(standard())).toEqual(DATA)
    expect(await filesIn(chosen())).toEqual({})
    expect(foldersIn(standard()).data).toBe(standard())

    await fill(chosen(), { 'notes.txt': 'written in between' })
    await writeDataLocation(standard(), { moveTo: chosen() })
    await expect(moveData(standard())).rejects.toThrow(/already contains files/u)
    expect(await filesIn(standard())).toEqual(DATA)
    expect(await filesIn(chosen())).toEqual({ 'notes.txt': 'written in between' })
  })

  it('removes the copied files at the next start after a crash', async () => {
    await fill(standard(), DATA)
    await fill(chosen(), DATA)
    await writeDataLocation(standard(), { folder: chosen(), remove: standard() })
    expect(await moveData(standard())).toBe(chosen())
    expect(Object.keys(await filesIn(standard()))).toEqual(['location.json'])
    expect(readDataLocation(standard())).toEqual({ folder: chosen() })
  })
})

describe('a new data folder', () => {
  it('is the chosen one if it is empty, and otherwise a new one in it', async () => {
    await fill(standard(), DATA)
    await mkdir(chosen())
    expect(await checkNewDataFolder(standard(), chosen(), 'Campaign Desk')).toEqual({
      folder: chosen(),
      bytes: 12,
    })
    await fill(chosen(), { 'letter.txt': '' })
    expect((await checkNewDataFolder(standard(), chosen(), 'Campaign Desk')).folder).toBe(
      join(chosen(), 'Campaign Desk'),
    )
  })

  it.each([
    ['it contains files', () => chosen(), /already contains files/u],
    ['it is in the present one', () => join(standard(), 'connections'), /contains the other/u],
    ['it is the present one', () => standard(), /contains the other/u],
  ] as const)('is refused if %s', async (_reason, folder, message) => {
    await fill(standard(), { ...DATA, 'Campaign Desk/file': '' })
    await fill(chosen(), { 'letter.txt': '', 'Campaign Desk/file': '' })
    await expect(checkNewDataFolder(standard(), folder(), 'Campaign Desk')).rejects.toThrow(message)
  })
})

describe('a stored location', () => {
  it.each(['not JSON', '{"folder":"relative"}', '{"folder":7}', '[]'])('%s is ignored', async (text) => {
    await fill(standard(), { 'location.json': text })
    expect(foldersIn(standard()).data).toBe(standard())
  })
})
