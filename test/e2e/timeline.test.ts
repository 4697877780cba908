import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { answerSaveDialog, expect, test } from './fixtures.ts'
import { press } from './keys.ts'
import { resize, waitForFewerRows } from './steps.ts'

test('the timeline shows dates, leads to their items, and is saved as files', async ({
  startWithSample,
  folder,
}) => {
  const { app, page } = await startWithSample()
  await resize(app, 1280, 800)
  await page.getByRole('navigation', { name: 'Campaigns' }).getByText('All campaigns').click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const timeline = page.getByRole('grid', { name: 'Timeline of campaigns' })
  const lane = timeline.getByRole('row', { name: /^Kids Week/u })
  await expect(lane).toBeVisible()

  // The date under the pointer stays when the wheel zooms.
  const mark = lane.getByRole('gridcell', { name: /^Dispatch by/u })
  const middle = async (): Promise<number> => {
    const box = await mark.boundingBox()
    return box === null ? Number.NaN : box.x + box.width / 2
  }
  const before = await middle()
  const slider = page.getByRole('slider', { name: 'Zoom' })
  const zoom = Number(await slider.inputValue())
  await mark.hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(zoom)
  expect(Math.abs((await middle()) - before)).toBeLessThan(4)

  // A drag moves time, and is no click.
  const box = await lane.boundingBox()
  if (box === null) throw new Error('There is no lane.')
  await page.mouse.move(box.x + box.width - 60, box.y + box.height - 3)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 3, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await middle()) - before)).toBeGreaterThan(30)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const calendar = join(folder, 'dates.ics')
  await answerSaveDialog(app, calendar)
  await page.getByRole('menuitem', { name: /^Calendar/u }).click()
  await expect(page.getByText('Saved dates.ics.')).toBeVisible()
  const events = new ICAL.Component(
    ICAL.parse(await readFile(calendar, 'utf8')) as unknown[],
  ).getAllSubcomponents('vevent')
  expect(events.length).toBeGreaterThan(4)
  expect(events.map((event) => event.getFirstPropertyValue('summary'))).toContain('Kids Week: Dispatch by')

  for (const [item, name, start] of [
    [/^Shown range as SVG/u, 'shown.svg', '<svg '],
    [/^Shown range as PNG/u, 'shown.png', '\u0089PNG'],
    [/^Shown range as PDF/u, 'shown.pdf', '%PDF'],
    [/^All dates as SVG/u, 'all.svg', '<svg '],
    [/^All dates as PDF in this zoom/u, 'several.pdf', '%PDF'],
  ] as const) {
    await answerSaveDialog(app, join(folder, name))
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(`Saved ${name}.`)).toBeVisible()
    expect((await readFile(join(folder, name))).subarray(0, start.length).toString('latin1')).toBe(start)
    expect((await stat(join(folder, name))).size).toBeGreaterThan(2_000)
  }

  // By keyboard: to a date, its details, and the items that it is about.
  await timeline.focus()
  await press(page, 'Control+Home')
  for (;;) {
    const active = await timeline.getAttribute('aria-activedescendant')
    if ((await page.locator(`[id="${String(active)}"]`).textContent())?.includes('Kids Week') === true) break
    await press(page, 'ArrowDown')
  }
  await press(page, 'ArrowRight')
  await press(page, 'Enter')
  const details = page.getByRole('dialog', { name: 'Dates of Kids Week' })
  await expect(details).toBeVisible()
  await details.getByRole('button', { name: /^Show \d+ items$/u }).click()
  await waitForFewerRows(page, 260)
})
