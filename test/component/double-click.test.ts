import { fireEvent } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardDoublePress } from '../../renderer/components/double-press.ts'

let stop: () => void

/** A button that counts its clicks. */
function button(name: string): { readonly element: HTMLButtonElement; readonly clicked: () => number } {
  const element = document.createElement('button')
  element.textContent = name
  const click = vi.fn()
  element.addEventListener('click', click)
  document.body.append(element)
  return { element, clicked: () => click.mock.calls.length }
}

/** A press of the main button; `detail` is the click count. */
async function press(target: Element, detail: number): Promise<void> {
  await fireEvent.mouseDown(target, { detail })
  await fireEvent.mouseUp(target, { detail })
  await fireEvent.click(target, { detail })
}

beforeEach(() => {
  stop = guardDoublePress()
})

afterEach(() => {
  stop()
  document.body.replaceChildren()
})

describe('guardDoublePress', () => {
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
