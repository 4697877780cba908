import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PrintDocument, PrintAddresses } from '../../electron/shell/printing/print-addresses.ts'
import { PrintPreviews } from '../../electron/shell/printing/print-previews.ts'

function document(title: string): PrintDocument {
  return {
    ...{ title, language: 'en', paper: 'a4', orientation: 'portrait', margins: null },
    ...{ count: 0, head: { title }, entries: () => [], picture: () => Promise.resolve(null) },
  }
}

describe('PrintPreviews', () => {
  let addresses: PrintAddresses
  let previews: PrintPreviews

  beforeEach(() => {
    vi.useFakeTimers()
    addresses = new PrintAddresses(() => Promise.resolve(new Response('page')))
    previews = new PrintPreviews(addresses)
  })
  afterEach(() => void vi.useRealTimers())

  async function titleAt({ url }: { readonly url: string }): Promise<unknown> {
    const response = await addresses.serve(`${new URL(url).pathname}head`)
    return response.status === 200 ? response.json() : response.status
  }

  it('shows one document for each window, until it is closed', async () => {
    const first = await previews.open('one', () => Promise.resolve(document('First')))
    const other = await previews.open('two', () => Promise.resolve(document('Other')))
    const second = await previews.open('one', () => Promise.resolve(document('Second')))
    expect([await titleAt(first), await titleAt(second)]).toEqual([404, { title: 'Second' }])
    previews.close('one')
    expect([await titleAt(second), await titleAt(other)]).toEqual([404, { title: 'Other' }])
  })

  it('keeps a document shown that was requested later but created earlier', async () => {
    const created = Promise.withResolvers<PrintDocument>()
    const outdated = previews.open('one', () => created.promise)
    const shown = await previews.open('one', () => Promise.resolve(document('Shown')))
    created.resolve(document('Outdated'))
    await expect(outdated).rejects.toMatchObject({ code: 'superseded' })
    expect(await titleAt(shown)).toEqual({ title: 'Shown' })
  })

  it('opens no document that is created after its preview was closed', async () => {
    const open = vi.spyOn(addresses, 'open')
    const created = Promise.withResolvers<PrintDocument>()
    const outdated = previews.open('one', () => created.promise)
    previews.close('one')
    created.resolve(document('Outdated'))
    await expect(outdated).rejects.toMatchObject({ code: 'superseded' })
    expect(open).not.toHaveBeenCalled()
  })
})
