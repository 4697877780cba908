import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import type {} from '../../renderer/api.ts'
import { expect, test } from './fixtures.ts'
import { gridRowCount, waitForList } from './steps.ts'

/** Returns the number in the name of a line, such as 68 of “No artwork 1 campaign 68 items”. */
function numberIn(text: string | null, pattern: RegExp): number {
  const digits = pattern.exec(text ?? '')?.[1] ?? ''
  return Number(digits.replaceAll(',', ''))
}

test('Home leads to the rows that it counts, and Back returns to it', async ({ startWithSample }) => {
  const { page } = await startWithSample()
  const pane = page.getByRole('navigation', { name: 'Campaigns' })
  const home = page.getByRole('region', { name: 'Home' })
  await pane.getByText('Home', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(home.getByRole('heading', { name: 'Due in the next 14 days' })).toBeVisible()

  const check = home.getByRole('button', { name: /^No artwork / })
  const found = numberIn(await check.textContent(), /(\d[\d,]*) items/u)
  expect(found).toBeGreaterThan(0)
  await check.click()
  await waitForList(page)
  await expect.poll(() => gridRowCount(page)).toBe(found)

  await page.getByRole('button', { name: 'Back' }).click()
  const duplicates = home.getByRole('button', { name: /^Duplicate POS numbers / })
  const duplicateCount = numberIn(await duplicates.textContent(), /(\d[\d,]*) items/u)
  await duplicates.focus()
  await page.keyboard.press('Enter')
  await waitForList(page)
  await expect.poll(() => gridRowCount(page)).toBe(duplicateCount)
})

test('Home shows the progress of a review, and leads to the items that are left', async ({
  startWithSample,
}) => {
  const { page } = await startWithSample()
  const home = page.getByRole('region', { name: 'Home' })
  const result = await page.evaluate(async (emptyQuery) => {
    const state = await window.api.call('app.state')
    const connectionId = state.ok ? state.value.connections[0]?.id : undefined
    if (connectionId === undefined) throw new Error('There is no connection.')
    const campaigns = await window.api.call('campaigns.list', { connectionId })
    const campaign = campaigns.ok ? campaigns.value.find(({ copy }) => copy === 'complete') : undefined
    if (campaign === undefined) throw new Error('There is no downloaded campaign.')
    const query = { ...emptyQuery, campaignIds: [campaign.id] }
    const opened = await window.api.call('items.open', { connectionId, query })
    if (!opened.ok) throw new Error(opened.error.message)
    const { resultId, count } = opened.value
    const marked = await window.api.call('reviews.mark', {
      connectionId,
      resultId,
      ranges: [[0, 3]],
      mark: 'ok',
    })
    if (!marked.ok) throw new Error(marked.error.message)
    return { count, marked: marked.value.count }
  }, EMPTY_QUERY)
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText('Home', { exact: true }).click()
  const review = home.getByRole('button', {
    name: new RegExp(`${String(result.marked)} of ${String(result.count)} items`, 'u'),
  })
  await review.click()
  await waitForList(page)
  await expect.poll(() => gridRowCount(page)).toBe(result.count - result.marked)
})
