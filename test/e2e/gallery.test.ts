import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright/test'
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
 * Returns the colors of each state in one theme, and the heights of controls, as lines of text. Pictures would
 * differ with the fonts of the machine. Icons have the color of the text.
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

test('the gallery shows every shared component, in the colors and heights of its files', async ({
  start,
  address,
}) => {
  const { app } = await start()
  const opened = app.waitForEvent('window')
  // Without the rules for the application's own pages.
  await app.evaluate(({ BrowserWindow }, url) => {
    const window = new BrowserWindow({
      width: 1_600,
      height: 1_000,
      webPreferences: { partition: 'gallery' },
    })
    void window.loadURL(url)
  }, address)
  const page = await opened
  const titles = page.locator('section > h2')

  await test.step('every component has a section', async () => {
    const components = readdirSync(join(ROOT, 'renderer', 'components'))
      .filter((name) => name.endsWith('.svelte'))
      .map((name) => name.slice(0, -'.svelte'.length))
    await expect.poll(async () => (await titles.allTextContents()).toSorted()).toEqual(components.toSorted())
  })

  await test.step('each state has its colors and height, without violations', async () => {
    for (const theme of ['light', 'dark'] as const)
      await expect(async () =>
        expect(await looks(page, theme)).toMatchSnapshot(`gallery-${theme}.txt`),
      ).toPass()
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
