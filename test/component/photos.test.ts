import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { MAX_PICTURE_BYTES } from '../../electron/contract/pictures.ts'
import { MAX_PHOTOS, reviewedItem, type Review, type ReviewPhoto } from '../../electron/contract/review.ts'
import { guardDoublePress } from '../../renderer/components/double-press.ts'
import type { PhotoRequest, PreparedPhoto } from '../../renderer/photos/prepare-photo.ts'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { listenToMain } from '../../renderer/state/app-lifecycle.ts'
import { stubLayout } from '../support/dom-gaps.ts'
import { press } from '../support/press.ts'
import { CONNECTION, FakeItemsMain, makeRows } from './fake-items-main.ts'
import { connectedApp, renderItems } from './items-stage.ts'

const preparePhotoMock = vi.hoisted(() => ({
  by: vi.fn<(request: PhotoRequest) => Promise<PreparedPhoto>>(),
}))
vi.mock('../../renderer/photos/prepare-photo.ts', () => ({ preparePhoto: preparePhotoMock.by }))

let main: FakeItemsMain
let app: AppModel
let stop = (): void => undefined
/** Photos of items by service id. */
let photosById: Map<string, readonly ReviewPhoto[]>
let removed: readonly (readonly [id: string, photos: readonly ReviewPhoto[]])[]

function photo(at: number): ReviewPhoto {
  const hash = at.toString(16).padStart(64, '0')
  return { hash, kind: 'jpeg', width: 640, height: 480, bytes: 12_345, addedAt: 1_700_000_000_000 + at }
}

function keepPhotos(): void {
  photosById = new Map()
  removed = []
  let added = 0
  const notifyChanged = <Value>(value: Value): Value => {
    main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: false })
    return value
  }
  main.answer('reviews.get', ({ ids }): readonly Review[] =>
    ids.flatMap((id) => {
      const row = main.rows.find((each) => each.campaignItemId === id)
      const photos = photosById.get(id) ?? []
      if (row === undefined || photos.length === 0) return []
      const { campaignItemId, campaignId } = row
      return [
        { campaignItemId, campaignId, mark: null, markedAt: null, note: '', photos, item: reviewedItem(row) },
      ]
    }),
  )
  main.answer('reviews.addPhoto', ({ key }) => {
    const id = main.rows.find((each) => each.key === key)?.campaignItemId ?? ''
    added += 1
    photosById.set(id, [...(photosById.get(id) ?? []), photo(added)])
    return notifyChanged({ ...photo(added), step: 100 + added })
  })
  main.answer('reviews.removePhoto', ({ id, hash }) => {
    const previousPhotos = photosById.get(id) ?? []
    removed = [...removed, [id, previousPhotos]]
    photosById.set(
      id,
      previousPhotos.filter((each) => each.hash !== hash),
    )
    return notifyChanged({ step: removed.length })
  })
  main.answer('reviews.revert', ({ step }) => {
    const undone = removed[step - 1]
    if (undone === undefined) return null
    photosById.set(...undone)
    return notifyChanged({ reverse: 200, count: 1, skipped: 0, item: null })
  })
  main.answer('reviews.progress', () => ({ reviewed: 0, inResult: 0, orphaned: 0 }))
  main.answer('reviews.orphaned', () => [])
}

async function show(photos: Readonly<Record<string, readonly ReviewPhoto[]>> = {}): Promise<HTMLElement> {
  main = new FakeItemsMain(makeRows(10))
  keepPhotos()
  photosById = new Map(Object.entries(photos))
  app = connectedApp(main)
  app.preferences.load({ ...app.preferences.current, reviewing: true })
  stop = listenToMain(app)
  renderItems(app)
  const grid = await screen.findByRole('grid', { name: 'Items' })
  grid.focus()
  await screen.findByRole('group', { name: 'Photos' })
  return grid
}

const photosGroup = (): HTMLElement => screen.getByRole('group', { name: 'Photos' })
const tiles = (): readonly HTMLElement[] =>
  within(photosGroup()).queryAllByRole('button', { name: /^Photo \d/u })
const picture = (name: string, type = 'image/jpeg'): File => new File(['pixels'], name, { type })
/** A file that only states this size. */
const large = (name: string): File =>
  Object.defineProperty(picture(name), 'size', { value: MAX_PICTURE_BYTES + 1 })

async function choose(...files: readonly File[]): Promise<void> {
  const input = photosGroup().querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is nothing to choose files with.')
  await userEvent.upload(input, [...files])
}

/** Files of a drag or of the clipboard; jsdom has no DataTransfer. */
function transfer(files: readonly File[], ...types: readonly string[]): DataTransfer {
  return { files, types: ['Files', ...types] } as unknown as DataTransfer
}

function pasteInto(target: Element, clipboardData: DataTransfer): boolean {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData })
  return !target.dispatchEvent(event)
}

beforeEach(() => {
  stop()
  stubLayout()
  preparePhotoMock.by.mockReset()
  preparePhotoMock.by.mockImplementation(() => Promise.resolve({ bytes: new Uint8Array([1, 2, 3]) }))
})

describe('photos of an item', () => {
  it('are chosen from disk, shown, counted and announced', async () => {
    const grid = await show()
    await choose(picture('a.jpg'), picture('b.png', 'image/png'))
    await waitFor(() => expect(tiles()).toHaveLength(2))
    expect(preparePhotoMock.by.mock.calls.map(([{ keepOriginal }]) => keepOriginal)).toEqual([false, false])
    expect(main.inputs('reviews.addPhoto')).toMatchObject([{ key: 1_000 }, { key: 1_000 }])
    expect(app.announcer.text).toContain('2 photos attached.')
    expect(tiles()[0]).toHaveAccessibleName(/^Photo 1 of 2, added /u)
    expect(photosGroup().querySelector('img')?.src).toBe(`campaign-desk://photo/c1/${photo(1).hash}`)
    await waitFor(() => {
      const check = grid.querySelector('[role=row][aria-rowindex="2"] [aria-colindex="1"]')
      expect(check).toHaveAccessibleName(/2 photos/u)
    })
    expect((await axe.run(photosGroup())).violations).toEqual([])
  })

  it('keep the original file only if that is chosen', async () => {
    await show()
    const keepOriginal = within(photosGroup()).getByRole('checkbox', { name: /^Keep metadata/u })
    expect(keepOriginal).not.toBeChecked()
    await userEvent.click(keepOriginal)
    expect(photosGroup()).toHaveTextContent('Recipients see where and when')
    await choose(picture('a.jpg'))
    await waitFor(() => expect(tiles()).toHaveLength(1))
    expect(preparePhotoMock.by.mock.calls[0]?.[0]).toMatchObject({ keepOriginal: true })
  })

  it('show progress, and attach to their item after the person moves on', async () => {
    let finishFirst: ((done: PreparedPhoto) => void) | undefined
    preparePhotoMock.by.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          finishFirst = resolve
        }),
    )
    const grid = await show()
    await choose(picture('a.jpg'), picture('b.jpg'))
    expect(await screen.findByRole('progressbar', { name: 'Photos' })).toHaveAttribute(
      'aria-valuetext',
      'Attaching 1 of 2…',
    )
    grid.focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    finishFirst?.({ bytes: new Uint8Array([1]) })
    await waitFor(() => expect(photosById.get('ci-0')).toHaveLength(2))
    expect(photosById.get('ci-1')).toBeUndefined()
    await app.reviews.flush()
  })

  it('are refused with a reason, and the others are attached', async () => {
    await show()
    preparePhotoMock.by.mockImplementation(({ blob }) =>
      Promise.resolve(
        blob instanceof File && blob.name === 'phone.heic'
          ? { problem: 'heic' }
          : { bytes: new Uint8Array([1]) },
      ),
    )
    await choose(picture('phone.heic', 'image/heic'), picture('good.jpg'), large('large.jpg'))
    const refused = await within(photosGroup()).findByRole('alert')
    await waitFor(() =>
      expect(refused).toHaveTextContent('“large.jpg” wasn’t attached: it is larger than 50 MB.'),
    )
    expect(refused).toHaveTextContent('“phone.heic” wasn’t attached: HEIC isn’t supported')
    expect(tiles()).toHaveLength(1)
    await userEvent.click(within(refused).getByRole('button', { name: 'Dismiss' }))
    expect(within(photosGroup()).queryByRole('alert')).toBeNull()
  })

  it('are refused with main’s error if they cannot be saved', async () => {
    await show()
    main.answer('reviews.addPhoto', () => {
      throw new AppError('reviewsUnavailable', { params: { reason: 'the disk is full' } })
    })
    await choose(picture('a.jpg'))
    expect(await within(photosGroup()).findByRole('alert')).toHaveTextContent(
      '“a.jpg” wasn’t attached. Your marks and notes can’t be accessed: the disk is full.',
    )
    expect(tiles()).toHaveLength(0)
  })

  it('are limited in number', async () => {
    await show({ 'ci-0': Array.from({ length: MAX_PHOTOS - 1 }, (_, at) => photo(100 + at)) })
    await waitFor(() => expect(tiles()).toHaveLength(MAX_PHOTOS - 1))
    await choose(picture('a.jpg'), picture('b.jpg'), picture('c.jpg'))
    await waitFor(() => expect(tiles()).toHaveLength(MAX_PHOTOS))
    expect(within(photosGroup()).getByRole('alert')).toHaveTextContent('Pictures not attached: 2')
    expect(within(photosGroup()).getByRole('button', { name: 'Add photos' })).toBeDisabled()
    expect(main.inputs('reviews.addPhoto')).toHaveLength(1)
  })

  it('are removed by a key that focuses the next, and restored by undo', async () => {
    await show({ 'ci-0': [photo(1), photo(2)] })
    await waitFor(() => expect(tiles()).toHaveLength(2))
    tiles()[0]?.focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(tiles()).toHaveLength(1))
    expect(tiles()[0]).toHaveFocus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(tiles()).toHaveLength(0))
    expect(within(photosGroup()).getByRole('button', { name: 'Add photos' })).toHaveFocus()
    await userEvent.click(within(photosGroup()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tiles()).toHaveLength(1))
    // The first photo was removed before.
    await userEvent.click(within(photosGroup()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(tiles()).toHaveLength(2))
    expect(within(photosGroup()).queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('are viewed, browsed and removed by keys', async () => {
    await show({ 'ci-0': [photo(1), photo(2), photo(3)] })
    await waitFor(() => expect(tiles()).toHaveLength(3))
    const [first] = tiles()
    first?.focus()
    await userEvent.keyboard('{Enter}')
    const viewer = await screen.findByRole('dialog', { name: 'Photo viewer' })
    expect(within(viewer).getByRole('heading')).toHaveTextContent('Photo 1 of 3')
    await userEvent.keyboard('{PageDown}{ArrowRight}{ArrowRight}')
    expect(within(viewer).getByRole('heading')).toHaveTextContent('Photo 3 of 3')
    expect((await axe.run(viewer)).violations).toEqual([])
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(within(viewer).getByRole('heading')).toHaveTextContent('Photo 2 of 2'))
    await fireEvent(viewer, new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(tiles()[1]).toHaveFocus())
  })

  it('are removed one by one in the viewer, also by a double-click', async () => {
    onTestFinished(guardDoublePress())
    await show({ 'ci-0': [photo(1), photo(2), photo(3)] })
    await waitFor(() => expect(tiles()).toHaveLength(3))
    await userEvent.click(screen.getByRole('button', { name: /^Photo 1 of 3/u }))
    const viewer = await screen.findByRole('dialog', { name: 'Photo viewer' })
    const remove = (): HTMLElement => within(viewer).getByRole('button', { name: 'Remove' })
    remove().focus()
    await press(remove(), 1)
    await waitFor(() => expect(within(viewer).getByRole('heading')).toHaveTextContent('Photo 1 of 2'))
    await press(remove(), 2)
    expect(main.inputs('reviews.removePhoto')).toMatchObject([{ hash: photo(1).hash }])
    // The keys of the viewer still work.
    await userEvent.keyboard('{PageDown}')
    expect(within(viewer).getByRole('heading')).toHaveTextContent('Photo 2 of 2')
  })
})

describe('photos of a deleted item', () => {
  it('can be viewed but not removed', async () => {
    await show()
    const [row] = makeRows(1)
    if (row === undefined) throw new Error('There is no row.')
    main.answer('reviews.progress', () => ({ reviewed: 0, inResult: 0, orphaned: 1 }))
    main.answer('reviews.orphaned', (): readonly Review[] => [
      {
        campaignItemId: 'gone',
        campaignId: 'k1',
        mark: 'problem',
        markedAt: 1,
        note: '',
        photos: [photo(1), photo(2)],
        item: reviewedItem(row),
      },
    ])
    main.emit('reviews.changed', { connectionId: CONNECTION.id, merged: false })
    await userEvent.click(await screen.findByRole('button', { name: /of deleted items/u }))
    const dialog = await screen.findByRole('dialog', { name: 'Marks of deleted items' })
    expect(within(dialog).queryByRole('button', { name: /^Remove/u })).toBeNull()
    const second = await within(dialog).findByRole('button', { name: /^Photo 2 of 2/u })
    second.focus()
    await userEvent.keyboard('{Delete}{Enter}')
    const viewer = await screen.findByRole('dialog', { name: 'Photo viewer' })
    expect(within(viewer).queryByRole('button', { name: 'Remove' })).toBeNull()
    expect(main.inputs('reviews.removePhoto')).toEqual([])
  })
})

describe('photos from other applications', () => {
  it('are pasted into the list or the note', async () => {
    const grid = await show()
    expect(pasteInto(grid, transfer([picture('', 'image/png')]))).toBe(true)
    await waitFor(() => expect(tiles()).toHaveLength(1))
    await userEvent.keyboard('{F2}')
    const note = screen.getByRole('textbox', { name: 'Note' })
    expect(pasteInto(note, transfer([picture('', 'image/png')]))).toBe(true)
    await waitFor(() => expect(tiles()).toHaveLength(2))
  })

  it('are pasted into the note while no marks are shown, with the reason if they are refused', async () => {
    await show()
    app.preferences.change({ reviewing: false })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Photos' })).toBeNull())
    const note = screen.getByRole('textbox', { name: 'Note' })
    preparePhotoMock.by.mockResolvedValueOnce({ problem: 'damaged' })
    expect(pasteInto(note, transfer([picture('', 'image/png')]))).toBe(true)
    expect(
      await within(await screen.findByRole('group', { name: 'Photos' })).findByRole('alert'),
    ).toHaveTextContent('A picture wasn’t attached: it is damaged or incomplete.')
    expect(pasteInto(note, transfer([picture('', 'image/png')]))).toBe(true)
    await waitFor(() => expect(tiles()).toHaveLength(1))
  })

  it('are pasted in the review of single items, which leaves the details closed', async () => {
    await show()
    app.preferences.change({ reviewing: false })
    app.frame.setDetailsOpen(false)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    const list = await screen.findByRole('listbox', { name: 'Items to review' })
    expect(pasteInto(list, transfer([picture('', 'image/png')]))).toBe(true)
    const shown = within(screen.getByRole('region', { name: 'Review of single items' }))
    expect(await shown.findByRole('button', { name: /^Photo 1 of 1/u })).toBeVisible()
    preparePhotoMock.by.mockResolvedValueOnce({ problem: 'damaged' })
    expect(
      pasteInto(shown.getByRole('textbox', { name: 'Note' }), transfer([picture('', 'image/png')])),
    ).toBe(true)
    expect(await shown.findByRole('alert')).toHaveTextContent('it is damaged')
    await fireEvent.drop(shown.getByRole('textbox', { name: 'Note' }), {
      dataTransfer: transfer([picture('b.jpg')]),
    })
    expect(await shown.findByRole('button', { name: /^Photo 2 of 2/u })).toBeVisible()
    expect(app.frame.detailsOpen).toBe(false)
  })

  it('are not pasted where text is expected or outside of reviewing', async () => {
    const grid = await show()
    const note = screen.getByRole('textbox', { name: 'Note' })
    expect(pasteInto(note, transfer([picture('')], 'text/plain'))).toBe(false)
    expect(pasteInto(note, transfer([new File(['a'], 'a.txt', { type: 'text/plain' })]))).toBe(false)
    const field = document.body.appendChild(document.createElement('input'))
    expect(pasteInto(field, transfer([picture('')]))).toBe(false)
    field.remove()
    app.frame.action('export')?.()
    const dialog = await screen.findByRole('dialog', { name: 'Export items' })
    expect(pasteInto(dialog, transfer([picture('')]))).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    app.preferences.change({ reviewing: false })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Photos' })).toBeNull())
    expect(pasteInto(grid, transfer([picture('')]))).toBe(false)
    expect(main.inputs('reviews.addPhoto')).toEqual([])
  })

  it('are dropped on the details of their item', async () => {
    await show()
    const details = screen.getByRole('complementary', { name: 'Item details' })
    const brought = { dataTransfer: transfer([picture('a.jpg')]) }
    await fireEvent.dragEnter(details, brought)
    expect(screen.getByText('Drop photos to attach them')).toBeVisible()
    await fireEvent.drop(details, brought)
    expect(screen.queryByText('Drop photos to attach them')).toBeNull()
    await waitFor(() => expect(tiles()).toHaveLength(1))
  })

  it('are chosen by a shortcut', async () => {
    await show()
    const input = photosGroup().querySelector<HTMLInputElement>('input[type=file]')
    const clicked = vi.fn()
    input?.addEventListener('click', clicked)
    await userEvent.keyboard('{Control>}u{/Control}')
    await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  })
})
