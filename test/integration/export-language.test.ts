import * as sheetjs from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MACHINE_STYLE } from '../../electron/contract/csv-style.ts'
import { NO_EXTRAS, type ExportOptions, type FileLanguage } from '../../electron/contract/export-options.ts'
import type { ExportPreview } from '../../electron/contract/export-preview.ts'
import { activateLanguage, type Language } from '../../electron/contract/messages.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { exportDocument } from '../../electron/app/export-document.ts'
import { ReusableExportThread } from '../../electron/export/export-thread.ts'
import { startPreflight } from '../../electron/export/preflight/start-preflight.ts'
import { startExport } from '../../electron/export/start-export.ts'
import { timeZoneName } from '../../electron/export/values/timestamps.ts'
import type { ItemsToExport } from '../../electron/export/types.ts'
import { setThreadLanguage } from '../../electron/store/thread-language.ts'
import { EXPORT_WORKER_URL, PREFLIGHT_WORKER_URL } from '../support/entries.ts'
import { csvRequest } from '../support/export-request.ts'
import {
  buildItem,
  fillCampaign,
  temporaryFolder,
  temporaryStore,
  type TemporaryStore,
} from '../support/store.ts'

let cache: TemporaryStore
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let thread: ReusableExportThread

beforeAll(async () => {
  cache = await temporaryStore()
  folder = await temporaryFolder()
  thread = new ReusableExportThread(EXPORT_WORKER_URL)
  const items = [0, 1].map((number) =>
    buildItem(number, { campaignId: { _id: 'a', name: 'A' }, status: 7, isLocked: number === 0 }),
  )
  await fillCampaign(cache.store, 'a', items)
})
afterAll(async () => {
  await thread.close()
  await cache[Symbol.asyncDispose]()
  await folder.remove()
})
afterEach(() => useInterface('en'))

/** Makes a language that of the interface, as a setting does. */
async function useInterface(language: Language): Promise<void> {
  await activateLanguage(language)
  setThreadLanguage({ language })
}

async function content(options: Partial<ExportOptions>): Promise<ItemsToExport> {
  const { file: _, ...request } = csvRequest(cache.file, null, { query: EMPTY_QUERY })
  return {
    ...request,
    options: {
      ...request.options,
      columns: ['itemName', 'isLocked', 'status', 'updatedAt'],
      header: 'labels',
      statuses: 'names',
      style: { ...MACHINE_STYLE, flags: 'yesNo', dates: 'local' },
      ...options,
    },
    document: await exportDocument('Items', [], null, options),
  }
}

async function exportBytes(options: Partial<ExportOptions>): Promise<Buffer> {
  const file = join(folder.path, `items.${options.format ?? 'csv'}`)
  await startExport({ ...(await content(options)), file }, { thread }).done
  return readFile(file)
}

async function preview(options: Partial<ExportOptions>): Promise<ExportPreview> {
  const request = { content: await content(options), preset: 'excel', locale: 'en-US' } as const
  return startPreflight(request, { workerUrl: PREFLIGHT_WORKER_URL }).done
}

const ZONE = timeZoneName('local')
const WORDS = {
  en: {
    headings: ['Item', 'Locked', 'Status', `Updated (${ZONE})`],
    flags: ['yes', 'no'],
    status: 'Status 7',
  },
  de: {
    headings: ['Artikel', 'Gesperrt', 'Status', `Aktualisiert (${ZONE})`],
    flags: ['ja', 'nein'],
    status: 'Status 7',
  },
  fr: {
    headings: ['Article', 'Verrouillé', 'Statut', `Mise à jour (${ZONE})`],
    flags: ['oui', 'non'],
    status: 'Statut 7',
  },
} as const

describe('the language of a file', () => {
  it.each<readonly [Language, FileLanguage | undefined, FileLanguage]>([
    ['en', undefined, 'en'],
    ['de', undefined, 'de'],
    ['en', 'de', 'de'],
    ['de', 'en', 'en'],
    ['de', 'fr', 'fr'],
    ['fr', 'fr', 'fr'],
  ])(
    'with the interface in %s and the choice %s is %s, in the preview as well',
    async (shown, language, file) => {
      await useInterface(shown)
      const [header, ...rows] = (await exportBytes({ language })).toString().trim().split('\r\n')
      const { headings, flags, status } = WORDS[file]
      expect(header?.split(',')).toEqual(headings)
      expect(rows.map((row) => row.split(',')[1]).toSorted()).toEqual(flags.toSorted())
      expect(rows.map((row) => row.split(',')[2])).toEqual([status, status])
      const { columns, columnKeys, firstRows } = await preview({ language })
      expect(columns).toEqual(headings)
      expect(columnKeys).toEqual(['itemName', 'isLocked', 'status', 'updatedAt'])
      expect(firstRows.map(([, flag]) => flag?.text).toSorted()).toEqual(flags.toSorted())
    },
  )

  it('applies to the sheets and the properties of a workbook, and to a web page', async () => {
    const extras = { ...NO_EXTRAS, campaignSheet: true, totalsSheet: true }
    const workbook = sheetjs.read(await exportBytes({ format: 'xlsx', language: 'de', extras }))
    expect(workbook.SheetNames).toEqual(['Items', 'Kampagne', 'Summen'])
    expect(workbook.Props?.Comments).toContain('Erstellt mit Campaign Desk.')
    const page = (await exportBytes({ format: 'html', language: 'fr' })).toString()
    expect(page).toContain('<html lang="fr">')
    expect(page).toContain('Créé par Campaign Desk.')
    expect(page).toMatch(/>Oui<.*>Non<|>Non<.*>Oui</su)
  })

  it('is not that of errors and findings', async () => {
    const refused = async (shown: Language): Promise<string> => {
      await useInterface(shown)
      const request = { ...(await content({ language: 'fr', rowsBeyond: 'stop' })), sheetRows: 2 }
      return startExport({ ...request, file: join(folder.path, 'refused.csv') }, { thread }).done.then(
        () => Promise.reject(new Error('It was exported.')),
        (error: unknown) => String(error),
      )
    }
    expect(await refused('en')).toContain('rows')
    expect(await refused('de')).toContain('Zeilen')
    await useInterface('en')
    const file = join(folder.path, 'missing', 'items.csv')
    await expect(
      startExport({ ...(await content({ language: 'de' })), file }, { thread }).done,
    ).rejects.toThrow('there is no such folder')
  })
})
