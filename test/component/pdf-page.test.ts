import { render } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import { PictureZoom } from '../../renderer/state/picture-zoom.svelte.ts'
import PdfPage from '../../renderer/views/artwork/PdfPage.svelte'
import { FakeItemsMain } from './fake-items-main.ts'
import { connectedApp } from './items-stage.ts'
import { appContext } from '../support/app-context.ts'

describe('a page of a PDF', () => {
  it('drops a drawing that arrives after the viewer is closed', async () => {
    const drawing = Promise.withResolvers<ImageData | null>()
    const draw = vi.fn(() => drawing.promise)
    const pdf = { pages: 1, sizeOf: () => Promise.resolve({ width: 100, height: 200 }), draw }
    const zoom = new PictureZoom()
    const { unmount } = render(PdfPage, {
      props: { pdf, page: 1, name: 'leaflet', zoom },
      context: appContext(connectedApp(new FakeItemsMain([]))),
    })
    await vi.waitFor(() => expect(draw).toHaveBeenCalled(), 60_000)

    unmount()
    drawing.resolve({ width: 100, height: 200, colorSpace: 'srgb', data: new Uint8ClampedArray() })
    await vi.waitFor(() => expect(draw.mock.settledResults[0]?.type).toBe('fulfilled'), 60_000)
    expect(zoom.size).toBeNull()
  })
})
