import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestService } from '../support/service/start.ts'
import { expect, hasKeyring, test } from './fixtures.ts'
import { attachScreenshots, connect, findCampaigns, forgetConnections } from './steps.ts'

const KEY = 'k-77c1-withheld'

/** Changes the base address of the only connection, as another program would. */
function changeBaseUrl(dataFolder: string, baseUrl: string): void {
  const [folder] = readdirSync(join(dataFolder, 'connections'))
  const file = join(dataFolder, 'connections', folder ?? '', 'connection.json')
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
  writeFileSync(file, JSON.stringify({ ...settings, baseUrl }))
}

test(
  'a key is not sent to an address that was changed in the folder, until the person confirms it',
  { tag: '@packaged' },
  async ({ start, dataFolder }, info) => {
    test.skip(!hasKeyring, 'There is no keychain in this session.')
    const service = await startTestService({ items: 60, campaigns: 2, key: KEY })
    const other = await startTestService({ items: 60, campaigns: 2, key: KEY })
    try {
      const { app, page } = await start()
      await connect(page, service.url, KEY)
      const status = page.getByRole('contentinfo')
      await expect(status.getByRole('button', { name: 'Key in keychain' })).toBeVisible()
      await app.close()

      changeBaseUrl(dataFolder, other.url)
      const again = await start()
      const dialog = again.page.getByRole('dialog', { name: 'Send the API key?' })
      await expect(dialog).toContainText(`key for ${service.url}`)
      await expect(dialog).toContainText(`be sent to ${other.url}`)
      await attachScreenshots(again.page, info, 'withheld')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await again.page.getByRole('button', { name: 'Key not sent' }).click()
      await again.page.getByRole('button', { name: 'Review change…' }).click()
      expect(other.requests).toEqual([])

      await dialog.getByRole('radio', { name: 'Send the saved key' }).check({ force: true })
      await dialog.getByRole('button', { name: 'Send key' }).click()
      await expect(dialog).toBeHidden()
      await findCampaigns(again.page)
      await expect.poll(() => other.requests.length).toBeGreaterThan(0)
      expect(new Set(other.requests.map(({ headers }) => headers['authorization']))).toEqual(new Set([KEY]))
      await forgetConnections(again.page)
    } finally {
      await Promise.all([service.close(), other.close()])
    }
  },
)
