import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { chooseFromAppMenu, menuLines } from './app-menu.ts'
import { environment, expect, program, test, type Form, type RunningApp } from './fixtures.ts'

const SAMPLE_TITLE = 'Kids Week – Sample data – Campaign Desk'

/** Starts the program a second time with a link, as a browser does, and waits until it has ended. */
async function openLink(form: Form, dataFolder: string, link: string): Promise<void> {
  const { executablePath, args } = program(form)
  const second = spawn(executablePath, [...args, `--user-data-dir=${dataFolder}`, '--', link], {
    env: environment(),
    stdio: 'ignore',
  })
  await once(second, 'exit')
}

/** The lines of *Open Recent*. */
const recentLabels = async (app: ElectronApplication): Promise<readonly string[]> =>
  (await menuLines(app)).filter(({ menu }) => menu === 'Open Recent').map(({ label }) => label)

/** Copies the link to a campaign from its menu. */
async function copyLink({ app, page }: RunningApp, campaign: string): Promise<string> {
  await page.getByRole('option', { name: new RegExp(`^${campaign}`, 'u') }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toContain('campaign-desk://open?campaign=')
  return copied()
}

test(
  'a link opens its campaign in the running application',
  { tag: '@packaged' },
  async ({ startWithSample, form, dataFolder }) => {
    const running = await startWithSample()
    const { page } = running
    const link = await copyLink(running, 'Kids Week')
    await page.getByRole('option', { name: /^All campaigns/u }).click()
    await expect(page).not.toHaveTitle(SAMPLE_TITLE)
    await openLink(form, dataFolder, link)
    await expect(page).toHaveTitle(SAMPLE_TITLE)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await test.step('an unknown campaign changes nothing', async () => {
      await openLink(form, dataFolder, 'campaign-desk://open?campaign=K-9')
      const dialog = page.getByRole('dialog', { name: 'Campaign not found' })
      await expect(dialog).toContainText('K-9')
      await expectAccessible(page, 'a link to an unknown campaign')
      await page.keyboard.press('Escape')
      await expect(page).toHaveTitle(SAMPLE_TITLE)
    })

    await test.step('an address is asked for before the form has it, and nothing is stored', async () => {
      await openLink(form, dataFolder, 'campaign-desk://open?campaign=K-9&address=https://other.example/api')
      const dialog = page.getByRole('dialog', { name: 'Connect to other.example?' })
      await expect(dialog).toContainText('https://other.example/api')
      await expectAccessible(page, 'a link to a new connection')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByRole('textbox', { name: 'Base address' })).toHaveValue(
        'https://other.example/api',
      )
      await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')
      await expect(page.getByRole('textbox', { name: 'API key' })).toBeFocused()
      await page.getByRole('button', { name: 'Back to Sample data' }).click()
      await expect(page).toHaveTitle(SAMPLE_TITLE)
      const connections = await page.evaluate(async () => {
        const state = await window.api.call('app.state')
        return state.ok ? state.value.connections.length : -1
      })
      expect(connections).toBe(1)
    })

    await test.step('a link with a key is refused as a whole', async () => {
      await openLink(form, dataFolder, `${link}&key=secret`)
      await expect(page.getByRole('dialog', { name: 'Link can’t be opened' })).toBeVisible()
      await expectAccessible(page, 'an invalid link')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  },
)

test('a link at the start opens its campaign, and is no file', async ({ startWithSample, start }) => {
  const running = await startWithSample()
  const { app, page } = running
  const link = await copyLink(running, 'Kids Week')
  await page.getByRole('option', { name: /^All campaigns/u }).click()
  await expect(page).not.toHaveTitle(SAMPLE_TITLE)
  await app.close()
  const { page: started } = await start({ args: ['--', link] })
  await expect(started).toHaveTitle(SAMPLE_TITLE)
  await expect(started.getByRole('dialog')).toHaveCount(0)
})

test('the first screen asks about the address of a link', async ({ start }) => {
  const { page } = await start({ args: ['--', 'campaign-desk://open?address=https://other.example'] })
  await page
    .getByRole('dialog', { name: 'Connect to other.example?' })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Base address' })).toHaveValue('https://other.example')
})

test('recent campaigns are in the menu until they are cleared', async ({ startWithSample, dataFolder }) => {
  const { app, page } = await startWithSample()
  await page.getByRole('option', { name: /^All campaigns/u }).click()
  await page
    .getByRole('option', { name: /^Summer/u })
    .first()
    .click()
  await expect.poll(async () => (await recentLabels(app))[1]).toBe('Kids Week')
  await chooseFromAppMenu(app, 'Kids Week')
  await expect(page).toHaveTitle(SAMPLE_TITLE)
  await expect.poll(async () => (await recentLabels(app))[0]).toBe('Kids Week')
  await chooseFromAppMenu(app, 'Clear Recent')
  await expect.poll(() => recentLabels(app)).toEqual(['Clear Recent'])
  const file = join(dataFolder, 'recent-campaigns.json')
  await expect.poll(() => JSON.parse(readFileSync(file, 'utf8')) as unknown).toEqual({ campaigns: [] })
})
