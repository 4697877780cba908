import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test as base } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Serves the gallery as `npm run gallery` does; `address` is its page. */
const test = base.extend<{ address: string }>({
  address: async ({}, use) => {
    const server = spawn(process.execPath, [join(ROOT, 'build', 'gallery.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    let address = ''
    for await (const line of createInterface({ input: server.stdout })) {
      address = line
      break
    }
    await use(address)
    server.kill()
    await ended
  },
})

/**
 * Returns the colors of each state in one theme, and the heights of controls, as lines of text. They are
 * the same on every machine. Icons have the color of the text.
 */
async function looks(page: Page, theme: 'light' | 'dark'): Promise<string> {
  const lines = await page
    .locator(`section:not([aria-labelledby=section-Icon]) > [data-theme=${theme}]`)
    .evaluateAll((parts) =>
      parts.flatMap((part) => {
        const title = part.parentElement?.querySelector('h2')?.textContent ?? ''
        return [...part.querySelectorAll('figure')].map((figure) => {
          const elements = [...figure.querySelectorAll('.state *')]
          const isVisible = (color: string): boolean => !/rgba\(.*, 0\)/u.test(color)
          const isPainted = (element: Element): boolean => {
            const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(element)
            return isVisible(backgroundColor) || (borderTopWidth !== '0px' && isVisible(borderTopColor))
          }
          // Texts have other sizes with other fonts; controls have fixed heights.
          const shown = elements.find(isPainted) ?? elements[0]
          if (shown === undefined)
            return `${title}, ${figure.querySelector('figcaption')?.textContent ?? ''}: nothing`
          const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(shown)
          const control = elements.find((element) => element.matches('button, input, select'))
          const height =
            control === undefined ? '' : `, ${String(Math.round(control.getBoundingClientRect().height))} px`
          const background = isVisible(backgroundColor) ? ` on ${backgroundColor}` : ''
          const border =
            borderTopWidth === '0px' || !isVisible(borderTopColor) ? '' : `, border ${borderTopColor}`
          return `${title}, ${figure.querySelector('figcaption')?.textContent ?? ''}: ${color}${background}${border}${height}`
        })
      }),
    )
  return `${lines.join('\n')}\n`
}

const WIDTH = 1_600

/**
 * The border of a button has about 170 pixels. After an intended change, the test writes another picture with
 * `--update-snapshots`.
 */
const TOLERANCE = { threshold: 0.02, maxDiffPixels: 120 }

/** A folder with fonts that every machine has, because pdf.js brings them. */
const FONTS = join(ROOT, 'node_modules', 'pdfjs-dist', 'standard_fonts')

/** On Linux, texts are drawn as this file says, so that no picture depends on the fonts of the machine. */
const FONT_SETTINGS = `<fontconfig>
  <dir>${FONTS}</dir>
  <match target="pattern">
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>`

/** Returns the major version of Chromium: others draw texts and controls differently. */
async function chromiumVersion(app: ElectronApplication): Promise<string> {
  return await app.evaluate(() => process.versions.chrome.split('.', 1)[0] ?? '')
}

/** Makes the page as high as its content. Returns a function that restores its height. */
async function showAll(page: Page): Promise<() => Promise<unknown>> {
  const height = await page.evaluate(() => document.body.scrollHeight)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: WIDTH,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  })
  return () => session.send('Emulation.clearDeviceMetricsOverride')
}

test('the gallery shows every shared component in every state, as in its files', async ({
  start,
  address,
  folder,
}, info) => {
  const fontSettings = join(folder, 'fonts.conf')
  writeFileSync(fontSettings, FONT_SETTINGS)
  const { app } = await start({ env: { FONTCONFIG_FILE: fontSettings } })
  const opened = app.waitForEvent('window')
  // Without the rules for the application's own pages.
  await app.evaluate(
    ({ BrowserWindow }, [url, width]) => {
      const window = new BrowserWindow({ width, height: 1_000, webPreferences: { partition: 'gallery' } })
      void window.loadURL(url)
    },
    [address, WIDTH] as const,
  )
  const page = await opened
  const titles = page.locator('section > h2')

  await test.step('every component has a section', async () => {
    const components = readdirSync(join(ROOT, 'renderer', 'components'))
      .filter((name) => name.endsWith('.svelte'))
      .map((name) => name.slice(0, -'.svelte'.length))
    await expect.poll(async () => (await titles.allTextContents()).toSorted()).toEqual(components.toSorted())
  })

  await test.step('each state has its colors and height', async () => {
    for (const theme of ['light', 'dark'] as const)
      await expect(async () =>
        expect(await looks(page, theme)).toMatchSnapshot(`gallery-${theme}.txt`),
      ).toPass()
  })

  await test.step('each state looks as in the picture, without violations', async () => {
    const picture = `gallery-${await chromiumVersion(app)}.png`
    if (process.platform === 'linux' && existsSync(join(import.meta.dirname, 'snapshots', picture))) {
      const restore = await showAll(page)
      await expect(page).toHaveScreenshot(picture, TOLERANCE)
      await restore()
    } else
      info.annotations.push({ type: 'not compared', description: `there is no ${picture} of this system` })
    await expectAccessible(page, 'gallery')
  })

  await test.step('floating components open in their theme', async () => {
    const floating = page.locator('[popover]:popover-open')
    for (const theme of ['light', 'dark'])
      for (const name of ['Menu', 'Popover']) {
        const section = page.getByRole('region', { name, exact: true })
        await section.locator(`[data-theme=${theme}]`).getByRole('button').click()
        await expect(floating).toHaveCSS('color-scheme', theme)
        await page.keyboard.press('Escape')
        await expect(floating).toHaveCount(0)
      }
    await page.getByRole('region', { name: 'Dialog' }).getByRole('button').last().click()
    await expect(page.getByRole('dialog', { name: 'Rename connection' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
