import { fireEvent, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardDoublePress } from '../../renderer/components/double-press.ts'
import { FakeMain } from '../support/fake-main.ts'
import { makeCampaign, makeConnection, makeDownload } from '../support/contract-values.ts'
import { press } from '../support/press.ts'
import { startApp } from '../support/start-app.ts'

/** A button that counts its clicks. */
function button(name: string): { readonly element: HTMLButtonElement; readonly clicked: () => number } {
  const element = document.createElement('button')
  element.textContent = name
  const click = vi.fn()
  element.addEventListener('click', click)
  document.body.append(element)
  return { element, clicked: () => click.mock.calls.length }
}

describe('guardDoublePress', () => {
  let stop: () => void

  beforeEach(() => {
    stop = guardDoublePress()
  })

  afterEach(() => {
    stop()
    document.body.replaceChildren()
  })

  it('ignores the second press on a control that appeared under the pointer', async () => {
    const [download, exportList] = [button('Download'), button('Export')]
    await press(download.element, 1)
    await press(exportList.element, 2)
    expect([download.clicked(), exportList.clicked()]).toEqual([1, 0])
    // A third quick press belongs to the same click.
    await press(exportList.element, 3)
    expect(exportList.clicked()).toBe(0)
    await press(exportList.element, 1)
    expect(exportList.clicked()).toBe(1)
  })

  it('allows the second press on the same control and its contents', async () => {
    const next = button('Next')
    const icon = document.createElement('span')
    next.element.append(icon)
    await press(next.element, 1)
    await press(icon, 2)
    expect(next.clicked()).toBe(2)
  })

  it('allows the second press on a control if the first was on none', async () => {
    const row = document.createElement('div')
    document.body.append(row)
    const open = button('Open')
    await press(row, 1)
    await press(open.element, 2)
    expect(open.clicked()).toBe(1)
  })

  it('allows clicks by the keyboard', async () => {
    const [one, other] = [button('One'), button('Other')]
    await press(one.element, 1)
    await fireEvent.mouseDown(other.element, { detail: 2 })
    await fireEvent.click(other.element, { detail: 0 })
    expect(other.clicked()).toBe(1)
  })
})

describe('a double-click on a button that is replaced in place', () => {
  it('cancels one download in the status bar, not the next one', async () => {
    const main = new FakeMain([makeConnection()])
    main.campaigns.set('c1', [makeCampaign()])
    const next = makeDownload({ jobId: 'j2', campaignId: 'k2', campaignName: 'Autumn' })
    main.downloads = [makeDownload(), { ...next, state: 'waiting' }]
    main.answer('downloads.cancel', ({ jobId }) => {
      main.emit('download.progress', makeDownload({ jobId, state: 'cancelled' }))
      main.emit('download.progress', next)
      return null
    })
    await startApp(main)
    const bar = within(screen.getByRole('contentinfo', { name: 'Status' }))
    await press(bar.getByRole('button', { name: 'Cancel: Downloading Summer 2026' }), 1)
    await press(await bar.findByRole('button', { name: 'Cancel: Downloading Autumn' }), 2)
    expect(main.inputs('downloads.cancel')).toEqual([{ jobId: 'j1' }])
  })
})
