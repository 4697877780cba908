import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  activateLanguage,
  LANGUAGES,
  PSEUDO_LOCALES,
  type Language,
} from '../../electron/contract/messages.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { cutTexts, layoutFaults } from './layout-faults.ts'
import { resize } from './steps.ts'
import { walk } from './walk/walk.ts'

/** The smallest supported window, and that of a small laptop. */
const NARROW = [1_024, 640] as const
const WIDE = [1_440, 900] as const

const isPseudoLocale = (language: Language): boolean => PSEUDO_LOCALES.some((each) => each === language)

test.afterEach(() => activateLanguage('en'))

for (const language of [...LANGUAGES, ...PSEUDO_LOCALES]) {
  test(`every view and dialog fits and is accessible in ${language}`, async ({
    start,
    dataFolder,
    folder,
  }) => {
    await activateLanguage(language)
    mkdirSync(dataFolder, { recursive: true })
    writeFileSync(join(dataFolder, 'preferences.json'), JSON.stringify({ ...DEFAULT_PREFERENCES, language }))
    const { app, page } = await start({ args: ['--use-fake-device-for-media-stream'] })
    await resize(app, ...NARROW)

    const expectToFit = async (name: string): Promise<void> => {
      const part =
        (await page.locator('dialog[open], [popover]:popover-open').count()) > 0 ? 'dialogs' : 'window'
      // Texts of a pseudo-locale may end with an ellipsis.
      const find = async (): Promise<readonly string[]> =>
        isPseudoLocale(language)
          ? await layoutFaults(page, part)
          : [...(await layoutFaults(page, part)), ...(await cutTexts(page))]
      await expect.configure({ soft: true }).poll(find, { message: name }).toEqual([])
    }
    const visit = async (name: string): Promise<void> => {
      await expectToFit(`${name}, narrow`)
      // Colors are the same in every language. Each text of a pseudo-locale is changed as a whole, so that none
      // is a part of another one.
      const except = isPseudoLocale(language) ? ['label-content-name-mismatch'] : []
      await expectAccessible(page, name, { withColors: language === 'en', except })
      // A panel or menu closes when the window is resized, and has the same width in any window.
      if ((await page.locator('[popover]:popover-open').count()) > 0) return
      await resize(app, ...WIDE)
      await expectToFit(`${name}, wide`)
      await resize(app, ...NARROW)
    }
    await walk({ app, page, folder, visit })
  })
}
