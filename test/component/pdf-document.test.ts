import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../renderer/state/pdf-document.svelte.ts'
import { FakeItemsMain } from './fake-items-main.ts'
import { connectedApp } from './items-stage.ts'

describe('small pictures of the pages of a PDF', () => {
  it('end with the first that cannot be drawn, and leave the document open', async () => {
    const main = new FakeItemsMain([])
    const sizes: number[] = []
    main.answer('pictures.document', () => ({ pages: 3 }))
    main.answer('pictures.pageSize', ({ page }) => {
      sizes.push(page)
      return { width: 100, height: 200 }
    })
    main.answer('pictures.drawPage', () => ({ problem: 'tooComplex' }))
    connectedApp(main)
    const pdf = new PdfDocument()
    await pdf.open('c1', 1_000, 0)
    const isWanted = (): boolean => true
    const drawings = [1, 2].map((page) => pdf.thumbnail(page, 44, isWanted))
    expect(await Promise.all(drawings)).toEqual([null, null])
    expect(sizes).toEqual([1])
    expect([pdf.pages, pdf.problem]).toEqual([3, null])
  })

  it('are not drawn when they are no longer wanted', async () => {
    const main = new FakeItemsMain([])
    const sizes: number[] = []
    main.answer('pictures.document', () => ({ pages: 3 }))
    main.answer('pictures.pageSize', ({ page }) => {
      sizes.push(page)
      return { width: 100, height: 200 }
    })
    main.answer('pictures.drawPage', () => null)
    connectedApp(main)
    const pdf = new PdfDocument()
    await pdf.open('c1', 1_000, 0)
    expect(await pdf.thumbnail(1, 44, () => false)).toBeNull()
    expect(sizes).toEqual([])
  })
})
