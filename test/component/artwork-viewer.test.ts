import { AppError } from '../../electron/contract/app-error.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ArtworkReference, ItemRow } from '../../electron/contract/item.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { runCommand } from '../../renderer/state/commands.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { FakeItemsMain, makeRow } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

const ARTWORKS: readonly ArtworkReference[] = [
  { id: 'a', name: 'front.png', hasPicture: true },
  { id: 'b', name: 'back.png', hasPicture: true },
  { id: 'c', name: 'proof.ai', hasPicture: false },
]

const rowsWithArtwork = (count: number): ItemRow[] =>
  Array.from({ length: count }, (_, at) =>
    makeRow(at, { hasArtwork: true, artworkNames: ARTWORKS.map(({ name }) => name).join('; ') }),
  )

let app: AppModel
let main: FakeItemsMain

async function show(rows: readonly ItemRow[], artworks = ARTWORKS): Promise<HTMLElement> {
  main = new FakeItemsMain(rows)
  main.answer('items.get', ({ key }) => {
    const row = rows.find((each) => each.key === key)
    if (row === undefined) throw new AppError('notFound')
    return { row, artworks, artworkCount: artworks.length, previousValues: {}, json: '{}', fetchedAt: 0 }
  })
  app = connectedApp(main)
  renderItems(app)
  return screen.findByRole('grid', { name: 'Items' })
}

async function open(rows = rowsWithArtwork(30), artworks = ARTWORKS): Promise<HTMLElement> {
  const grid = await show(rows, artworks)
  grid.focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  return screen.findByRole('dialog', { name: 'Artwork viewer' })
}

const pictures = (dialog: HTMLElement): readonly HTMLImageElement[] => [
  ...dialog.querySelectorAll<HTMLImageElement>('.stage img'),
]

/** Sends the event that Escape causes in a dialog; jsdom does not send it. */
async function cancelDialog(dialog: HTMLElement): Promise<void> {
  await fireEvent(dialog, new Event('cancel', { cancelable: true }))
}

/** Loads a picture with a size, because jsdom has no layout. */
async function loadPicture(picture: HTMLImageElement, width: number, height: number): Promise<void> {
  Object.defineProperty(picture, 'naturalWidth', { value: width, configurable: true })
  Object.defineProperty(picture, 'naturalHeight', { value: height, configurable: true })
  await fireEvent.load(picture)
}

beforeEach(() => {
  stubLayout()
})

describe('the artwork viewer', () => {
  it('shows the item, its position in the result and the thumbnail at once', async () => {
    const dialog = await open()
    expect(within(dialog).getByRole('status')).toHaveTextContent(/000000000000.*Wobbler 0.*1 of 30/)
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/0')
  })

  it('loads the file after a delay and shows it in place of the thumbnail', async () => {
    const dialog = await open()
    await waitFor(() => {
      expect(pictures(dialog).map((each) => each.src)).toEqual([
        'campaign-desk://picture/c1/1000/0',
        'campaign-desk://picture/c1/1000/0/full',
      ])
    })
    const [small, full] = pictures(dialog)
    if (small === undefined || full === undefined) throw new Error('no pictures')
    await loadPicture(small, 100, 50)
    expect(small).toHaveClass('visible')
    await loadPicture(full, 1_000, 500)
    expect(full).toHaveClass('visible')
    expect(small).not.toHaveClass('visible')
    expect(full.style.width).toBe('1000px')
  })

  it('moves through the result by Page Up, Page Down and arrows, and moves the list along', async () => {
    const dialog = await open()
    await userEvent.keyboard('{PageDown}{ArrowRight}{PageDown}{ArrowLeft}')
    expect(within(dialog).getByRole('status')).toHaveTextContent(/Poster 2.*3 of 30/)
    await cancelDialog(dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('grid', { name: 'Items' })).toHaveFocus()
    expect(screen.getByRole('complementary', { name: 'Item details' })).toHaveTextContent('3 of 30')
  })

  it('stops at both ends of the result and disables its buttons there', async () => {
    const dialog = await open(rowsWithArtwork(2))
    const button = (name: string): HTMLElement => within(dialog).getByRole('button', { name })
    expect(button('Previous item')).toBeDisabled()
    await userEvent.keyboard('{PageUp}{PageDown}{PageDown}')
    expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 2')
    expect(button('Next item')).toBeDisabled()
  })

  it('shows all artworks of an item, in a strip and by name', async () => {
    const dialog = await open()
    const strip = await within(dialog).findByRole('listbox', { name: 'Artwork' })
    expect(
      within(strip)
        .getAllByRole('option')
        .map((option) => option.title),
    ).toEqual(ARTWORKS.map(({ name }) => name))
    await userEvent.keyboard('{ArrowDown}')
    expect(dialog).toHaveTextContent('Artwork 2 of 3 back.png')
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/1')
    expect(within(strip).getByRole('option', { selected: true })).toHaveAccessibleName('back.png')
    await userEvent.keyboard('{ArrowDown}')
    expect(dialog).toHaveTextContent('No picture')
    await userEvent.click(within(strip).getByRole('option', { name: 'front.png' }))
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/0')
    await userEvent.click(within(dialog).getByRole('button', { name: /^Artwork 1 of 3 front\.png/u }))
    await userEvent.click(within(dialog).getByRole('menuitemradio', { name: /^back\.png/u }))
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/1')
  })

  it('reports a picture that failed or is unavailable offline', async () => {
    const dialog = await open()
    await waitFor(() => expect(pictures(dialog)).toHaveLength(2))
    for (const picture of pictures(dialog)) await fireEvent.error(picture)
    expect(dialog).toHaveTextContent('Picture not on this computer')
    app.environment.online = false
    await waitFor(() => expect(dialog).toHaveTextContent('Picture not available offline'))
  })

  it('loads a picture again on request, and when the network is back', async () => {
    const dialog = await open()
    const fail = async (): Promise<void> => {
      await waitFor(() => expect(pictures(dialog)).toHaveLength(2))
      for (const picture of pictures(dialog)) await fireEvent.error(picture)
      expect(pictures(dialog)).toHaveLength(0)
    }
    await fail()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await fail()
    app.environment.online = false
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull())
    app.environment.online = true
    await waitFor(() => expect(pictures(dialog)).toHaveLength(2))
  })

  it('keeps the thumbnail and reports it if the file cannot be loaded', async () => {
    const dialog = await open()
    await waitFor(() => expect(pictures(dialog)).toHaveLength(2))
    const [small, full] = pictures(dialog)
    if (small === undefined || full === undefined) throw new Error('no pictures')
    await loadPicture(small, 100, 50)
    await fireEvent.error(full)
    expect(small).toHaveClass('visible')
    expect(dialog).toHaveTextContent('Only a small picture is available.')
  })

  it('reports that an item has no artwork', async () => {
    const dialog = await open([makeRow(0)], [])
    expect(dialog).toHaveTextContent('No artwork')
    expect(pictures(dialog)).toHaveLength(0)
  })

  it('zooms, fits and rotates by keys; digits alone do nothing', async () => {
    const dialog = await open()
    const [small] = pictures(dialog)
    if (small === undefined) throw new Error('no picture')
    await loadPicture(small, 4_000, 2_000)
    const percent = (): number => Number(/(\d+)%/u.exec(dialog.textContent)?.[1])
    const fitted = percent()
    await userEvent.keyboard('+')
    expect(percent()).toBeGreaterThan(fitted)
    await userEvent.keyboard('f')
    expect(percent()).toBe(fitted)
    await userEvent.keyboard('{Control>}1{/Control}')
    expect(percent()).toBe(100)
    await userEvent.keyboard('0123')
    expect(percent()).toBe(100)
    await userEvent.keyboard('{Control>}0{/Control}')
    expect(percent()).toBe(fitted)
    await userEvent.keyboard('r')
    expect(small.style.transform).toContain('rotate(90deg)')
    await userEvent.keyboard('{Shift>}R{/Shift}')
    expect(small.style.transform).toContain('rotate(0deg)')
  })

  it('pans a large picture with the arrows instead of changing the item', async () => {
    const dialog = await open()
    const [small] = pictures(dialog)
    if (small === undefined) throw new Error('no picture')
    await loadPicture(small, 4_000, 2_000)
    await userEvent.keyboard('{Control>}1{/Control}')
    const previousTransform = small.style.transform
    await userEvent.keyboard('{ArrowRight}')
    expect(small.style.transform).not.toBe(previousTransform)
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 of 30')
  })

  it('zooms by wheel and pinch around the pointer, and toggles by double-click', async () => {
    const dialog = await open()
    const [small] = pictures(dialog)
    const stage = within(dialog).getByRole('group', { name: 'Picture' })
    if (small === undefined) throw new Error('no picture')
    await loadPicture(small, 4_000, 2_000)
    const percent = (): number => Number(/(\d+)%/u.exec(dialog.textContent)?.[1])
    const fitted = percent()
    await fireEvent.wheel(stage, { deltaY: -300 })
    const zoomed = percent()
    expect(zoomed).toBeGreaterThan(fitted)
    // A trackpad sends a pinch as a wheel with Ctrl.
    await fireEvent.wheel(stage, { deltaY: -10, ctrlKey: true })
    expect(percent()).toBeGreaterThan(zoomed)
    await fireEvent.dblClick(stage)
    expect(percent()).toBe(fitted)
    await fireEvent.dblClick(stage)
    expect(percent()).toBe(100)
  })

  it('zooms and moves the picture by two fingers, and goes to the next item by a swipe', async () => {
    const dialog = await open()
    const [small] = pictures(dialog)
    const stage = within(dialog).getByRole('group', { name: 'Picture' })
    if (small === undefined) throw new Error('no picture')
    await loadPicture(small, 4_000, 2_000)
    const percent = (): number => Number(/(\d+)%/u.exec(dialog.textContent)?.[1])
    const fitted = percent()
    const touch = (
      type: 'pointerdown' | 'pointermove' | 'pointerup' | 'lostpointercapture',
      pointerId: number,
      clientX: number,
    ): Promise<boolean> => {
      const init = { bubbles: true, pointerType: 'touch', pointerId, isPrimary: pointerId === 1, clientX }
      return fireEvent(stage, new PointerEvent(type, { ...init, clientY: 100 }))
    }
    const release = async (pointerId: number, clientX: number): Promise<void> => {
      await touch('pointerup', pointerId, clientX)
      await touch('lostpointercapture', pointerId, clientX)
    }
    await touch('pointerdown', 1, 100)
    await touch('pointerdown', 2, 200)
    await touch('pointermove', 2, 300)
    expect(Math.abs(percent() - 2 * fitted)).toBeLessThanOrEqual(1)
    await release(2, 300)
    const { transform } = small.style
    await touch('pointermove', 1, 150)
    expect(small.style.transform).not.toBe(transform)
    await release(1, 150)
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 of 30')
    await userEvent.keyboard('f')
    await touch('pointerdown', 1, 300)
    await touch('pointermove', 1, 200)
    await release(1, 200)
    await waitFor(() => expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 30'))
  })

  it('fits the width by key and menu, and announces the zoom and the rotation', async () => {
    const dialog = await open()
    const [small] = pictures(dialog)
    if (small === undefined) throw new Error('no picture')
    await loadPicture(small, 400, 4_000)
    const percent = (): number => Number(/(\d+)%/u.exec(dialog.textContent)?.[1])
    const fitted = percent()
    await userEvent.keyboard('w')
    const wide = percent()
    expect(wide).toBeGreaterThan(fitted)
    await userEvent.click(within(dialog).getByRole('button', { name: `Zoom ${String(wide)}%` }))
    await userEvent.click(within(dialog).getByRole('menuitemradio', { name: /^Fit to window/u }))
    expect(percent()).toBe(fitted)
    await userEvent.keyboard('r')
    const announced = (): string | null | undefined =>
      dialog.querySelector('[aria-live]:not([role])')?.textContent
    await waitFor(() => expect(announced()).toMatch(/^Fit to window, \d+%, rotated by 90°/u))
  })

  it('goes to an item by the film strip, by pointer and keys', async () => {
    const dialog = await open()
    const strip = within(dialog).getByRole('listbox', { name: 'Items' })
    await userEvent.click(within(strip).getByRole('option', { name: /Poster 2$/u }))
    expect(within(dialog).getByRole('status')).toHaveTextContent('3 of 30')
    strip.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(within(dialog).getByRole('status')).toHaveTextContent('4 of 30')
    await userEvent.keyboard('{End}')
    expect(within(dialog).getByRole('status')).toHaveTextContent('30 of 30')
    const selected = await within(strip).findByRole('option', { selected: true })
    expect(selected).toHaveAttribute('aria-posinset', '30')
    expect(strip).toHaveAttribute('aria-activedescendant', selected.id)
    await userEvent.keyboard('{Home}')
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 of 30')
  })

  it('compares with another artwork by slider, side by side and as a difference', async () => {
    const dialog = await open()
    const mode = (name: string): HTMLElement => within(dialog).getByRole('button', { name })
    await waitFor(() => expect(mode('Slider')).toBeEnabled())
    await userEvent.keyboard('c')
    expect(mode('Slider')).toHaveAttribute('aria-pressed', 'true')
    expect(pictures(dialog).map((each) => each.src)).toEqual([
      'campaign-desk://picture/c1/1000/0/full',
      'campaign-desk://picture/c1/1000/1/full',
    ])
    const slider = within(dialog).getByRole('slider', { name: 'Share of back.png' })
    slider.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageUp}')
    expect(slider).toHaveAttribute('aria-valuenow', '62')
    await userEvent.keyboard('{Home}')
    expect(slider).toHaveAttribute('aria-valuenow', '0')
    expect(within(dialog).getByRole('status')).toHaveTextContent('1 of 30')
    await userEvent.click(mode('Side by side'))
    expect(within(dialog).getByRole('group', { name: 'back.png' })).toBeInTheDocument()
    expect(within(dialog).getByRole('group', { name: 'front.png' })).toBeInTheDocument()
    await userEvent.keyboard('d')
    expect(dialog).toHaveTextContent('Identical areas are black.')
    await userEvent.keyboard('c')
    expect(mode('Single')).toHaveAttribute('aria-pressed', 'true')
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/0')
  })

  it('keeps the artwork that it compares with when the data changes', async () => {
    const artworks = ARTWORKS.map((artwork) => ({ ...artwork, hasPicture: true }))
    const dialog = await open(rowsWithArtwork(30), artworks)
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Slider' })).toBeEnabled())
    await userEvent.keyboard('c')
    await userEvent.click(within(dialog).getByRole('button', { name: /back\.png/u }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /proof\.ai/u }))
    expect(await within(dialog).findByRole('slider', { name: 'Share of proof.ai' })).toBeInTheDocument()

    const requests = main.inputs('pictures.previous').length
    main.emit('data.changed', { connectionId: 'c1', campaignIds: null })
    await waitFor(() => expect(main.inputs('pictures.previous').length).toBeGreaterThan(requests))
    expect(within(dialog).getByRole('slider', { name: 'Share of proof.ai' })).toBeInTheDocument()
  })

  it('does not compare what has no other version or artwork', async () => {
    const dialog = await open(rowsWithArtwork(30), ARTWORKS.slice(0, 1))
    await within(dialog).findByText('front.png')
    expect(within(dialog).getByRole('button', { name: 'Slider' })).toBeDisabled()
    await userEvent.keyboard('csbd')
    expect(within(dialog).getByRole('button', { name: 'Single' })).toHaveAttribute('aria-pressed', 'true')
    expect(pictures(dialog)[0]?.src).toBe('campaign-desk://picture/c1/1000/0')
  })

  it('lets only undo, redo and the list of shortcuts through to the window', async () => {
    const dialog = await open()
    let undone = 0
    const undo = (): Promise<null> => {
      undone += 1
      return Promise.resolve(null)
    }
    app.history.record({ name: 'mark', undo, redo: () => Promise.resolve(null) })
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(undone).toBe(1))
    // The menu also receives the keys that the viewer does not handle.
    await runCommand(app, 'toggleMarks')
    await runCommand(app, 'settings')
    expect([app.preferences.current.reviewing, app.dialogs.current?.kind]).toEqual([false, 'settings'])
    app.dialogs.close(app.dialogs.current)
    await userEvent.keyboard('?')
    expect(app.dialogs.current?.kind).toBe('shortcuts')
    app.dialogs.close(app.dialogs.current)
    await cancelDialog(dialog)
    await runCommand(app, 'toggleMarks')
    expect(app.preferences.current.reviewing).toBe(true)
  })

  it('opens from the picture in the details, and returns the focus to it', async () => {
    await show(rowsWithArtwork(5))
    const enlarge = await screen.findByRole('button', { name: 'Enlarge front.png' })
    await userEvent.click(enlarge)
    await cancelDialog(await screen.findByRole('dialog', { name: 'Artwork viewer' }))
    expect(enlarge).toHaveFocus()
  })
})
