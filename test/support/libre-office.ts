import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { temporaryFolder } from './store.ts'

/** LibreOffice’s program; undefined if it is not installed. */
export const office = ['soffice', 'libreoffice'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0,
)

if (office === undefined)
  console.log('LibreOffice was not asked: it is not there (apt-get install libreoffice-calc-nogui).')

/** Separates LibreOffice from the person’s profile. */
const profileOption = (folder: string): string =>
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`

/** UTF-8, commas, quoted texts, values instead of displayed texts, every sheet. */
const AS_VALUES = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,false,false,-1'

/** Otherwise a page is opened as a text document. */
const PAGE_AS_SHEET = '--infilter=HTML (StarCalc)'

/**
 * Converts each sheet of a workbook or page to CSV with LibreOffice, and returns the files. Without a window,
 * it repairs nothing: an invalid file results in no files.
 */
export async function sheetsByOffice(
  folder: string,
  name: string,
  timeout = 110_000,
): Promise<readonly string[]> {
  const profile = profileOption(folder)
  await promisify(execFile)(
    office ?? '',
    [
      profile,
      '--headless',
      ...(name.endsWith('.html') ? [PAGE_AS_SHEET] : []),
      '--convert-to',
      AS_VALUES,
      '--outdir',
      folder,
      join(folder, name),
    ],
    { timeout },
  )
  return (await readdir(folder)).filter((each) => each.endsWith('.csv')).map((each) => join(folder, each))
}

/** The page that LibreOffice makes of a workbook in a folder, with its pictures. */
export async function pageByOffice(folder: string, name: string): Promise<string> {
  const profile = profileOption(folder)
  const conversion = ['--convert-to', 'html', '--outdir', folder, join(folder, name)]
  await promisify(execFile)(office ?? '', [profile, '--headless', ...conversion], { timeout: 110_000 })
  return readFile(join(folder, name.replace(/\.\w+$/u, '.html')), 'utf8')
}

/** The cells that LibreOffice reads from a workbook or page. */
export async function readByOffice(
  bytes: Buffer,
  name = 'items.xlsx',
): Promise<readonly (readonly string[])[]> {
  const folder = await temporaryFolder()
  try {
    await writeFile(join(folder.path, name), bytes)
    const [first = ''] = await sheetsByOffice(folder.path, name)
    return parse(await readFile(first), { bom: true })
  } finally {
    await folder.remove()
  }
}

/** Commas, quotes, UTF-8, American English; then whether quoted text stays text, and no special numbers. */
const opening = (quotedIsText: boolean): string =>
  `Text - txt - csv (StarCalc):44,34,76,1,,1033,${String(quotedIsText)},false`

/** The workbook that LibreOffice makes of a CSV file. */
export async function workbookByOffice(csv: Buffer, quotedIsText: boolean): Promise<Buffer> {
  const folder = await temporaryFolder()
  try {
    const file = join(folder.path, 'items.csv')
    await writeFile(file, csv)
    const profile = profileOption(folder.path)
    const conversion = [
      `--infilter=${opening(quotedIsText)}`,
      '--convert-to',
      'xlsx',
      '--outdir',
      folder.path,
    ]
    await promisify(execFile)(office ?? '', [profile, '--headless', ...conversion, file], {
      timeout: 110_000,
    })
    return await readFile(join(folder.path, 'items.xlsx'))
  } finally {
    await folder.remove()
  }
}
