import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { temporaryFolder } from './store.ts'

/** Ends only a conversion that hangs, before the limit of its test. */
const LIMIT_MS = 220_000

/** The command of LibreOffice; undefined if it is not installed. */
export const libreOffice = ['soffice', 'libreoffice'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore', timeout: LIMIT_MS }).status === 0,
)

if (libreOffice === undefined)
  console.log(
    'Skipping tests with LibreOffice, which is not installed (apt-get install libreoffice-calc-nogui).',
  )

/** Returns the option for a separate profile, so that the settings of the person have no effect. */
const profileOption = (folder: string): string =>
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`

/** Export filter: UTF-8, commas, quoted texts, values instead of displayed texts, every sheet. */
const CSV_FILTER = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,false,false,-1'

/** Without this filter, HTML is opened as a text document. */
const HTML_FILTER_OPTION = '--infilter=HTML (StarCalc)'

/**
 * Converts each sheet of a workbook or HTML file to CSV, and returns the paths. In headless mode, LibreOffice
 * does not repair files: an invalid one results in no files.
 */
export async function convertSheetsToCsv(
  folder: string,
  name: string,
  timeout = LIMIT_MS,
): Promise<readonly string[]> {
  const profile = profileOption(folder)
  await promisify(execFile)(
    libreOffice ?? '',
    [
      profile,
      '--headless',
      ...(name.endsWith('.html') ? [HTML_FILTER_OPTION] : []),
      '--convert-to',
      CSV_FILTER,
      '--outdir',
      folder,
      join(folder, name),
    ],
    { timeout },
  )
  return (await readdir(folder)).filter((each) => each.endsWith('.csv')).map((each) => join(folder, each))
}

/** Converts a workbook in a folder to HTML with pictures, and returns the HTML. */
export async function convertToHtml(folder: string, name: string): Promise<string> {
  const profile = profileOption(folder)
  const conversion = ['--convert-to', 'html', '--outdir', folder, join(folder, name)]
  await promisify(execFile)(libreOffice ?? '', [profile, '--headless', ...conversion], { timeout: LIMIT_MS })
  return readFile(join(folder, name.replace(/\.\w+$/u, '.html')), 'utf8')
}

/** Returns the cells that LibreOffice reads from a workbook or HTML file. */
export async function readWithLibreOffice(
  bytes: Buffer,
  name = 'items.xlsx',
): Promise<readonly (readonly string[])[]> {
  const folder = await temporaryFolder()
  try {
    await writeFile(join(folder.path, name), bytes)
    const [first = ''] = await convertSheetsToCsv(folder.path, name)
    return parse(await readFile(first), { bom: true })
  } finally {
    await folder.remove()
  }
}

/** Returns an import filter: commas, quotes, UTF-8, American English, no special numbers. */
const csvImportFilter = (keepsQuotedText: boolean): string =>
  `Text - txt - csv (StarCalc):44,34,76,1,,1033,${String(keepsQuotedText)},false`

/** Converts a CSV file to a workbook. */
export async function convertCsvToWorkbook(csv: Buffer, keepsQuotedText: boolean): Promise<Buffer> {
  const folder = await temporaryFolder()
  try {
    const file = join(folder.path, 'items.csv')
    await writeFile(file, csv)
    const profile = profileOption(folder.path)
    const conversion = [
      `--infilter=${csvImportFilter(keepsQuotedText)}`,
      '--convert-to',
      'xlsx',
      '--outdir',
      folder.path,
    ]
    await promisify(execFile)(libreOffice ?? '', [profile, '--headless', ...conversion, file], {
      timeout: LIMIT_MS,
    })
    return await readFile(join(folder.path, 'items.xlsx'))
  } finally {
    await folder.remove()
  }
}
