import { describe, expect, it, vi } from 'vitest'
import {
  type PrintDocument,
  ENTRIES_AT_ONCE,
  PrintAddresses,
} from '../../electron/shell/printing/print-addresses.ts'

const COUNT = ENTRIES_AT_ONCE + 20

function document(change: Partial<PrintDocument> = {}): PrintDocument {
  return {
    title: 'Review of Summer',
    language: 'en',
    paper: 'a4',
    orientation: 'portrait',
    margins: null,
    count: COUNT,
    head: { title: 'Summer' },
    entries: (start, count) =>
      Array.from({ length: Math.max(0, Math.min(count, COUNT - start)) }, (_, at) => start + at),
    picture: (entry, which) =>
      Promise.resolve(
        entry === 1 && which === 0 ? { bytes: new Uint8Array([7]), contentType: 'image/svg+xml' } : null,
      ),
    ...change,
  }
}

const page = (pathname: string): Promise<Response> => Promise.resolve(new Response(`page ${pathname}`))

/** Returns a function that requests a name below an address. */
function requesterFor(addresses: PrintAddresses, url: string) {
  const { pathname } = new URL(url)
  return (name: string) => addresses.serve(`${pathname}${name}`)
}

describe('PrintAddresses', () => {
  it('serves page, head, entries in parts and pictures, and reports progress', async () => {
    const addresses = new PrintAddresses(page)
    const drawn: number[] = []
    const address = addresses.open(document(), (entries) => drawn.push(entries))
    const ask = requesterFor(addresses, address.url)

    expect(await (await ask('')).text()).toBe('page /index.en.html')
    expect(await (await ask('head')).json()).toEqual({ title: 'Summer' })
    expect(await (await ask('entries/0')).json()).toHaveLength(ENTRIES_AT_ONCE)
    expect(await (await ask(`entries/${String(ENTRIES_AT_ONCE)}`)).json()).toHaveLength(20)
    const picture = await ask('picture/1/0')
    expect([
      picture.status,
      picture.headers.get('content-type'),
      picture.headers.get('content-security-policy'),
    ]).toEqual([200, 'image/svg+xml', "default-src 'none'; style-src 'unsafe-inline'; sandbox"])
    expect((await ask('picture/1/1')).status).toBe(404)
    expect(await (await ask('missing/1')).json()).toBe('notDownloaded')
    const pictures = (await (await ask('pictures/0')).json()) as (string | null)[]
    expect(pictures).toEqual([
      null,
      'data:image/svg+xml;base64,Bw==',
      ...Array.from({ length: 8 }, () => null),
    ])
    expect(await (await ask(`pictures/${String(COUNT - 2)}`)).json()).toHaveLength(2)
    expect(await (await ask(`pictures/${String(COUNT)}`)).json()).toEqual([])
    expect((await ask('end')).status).toBe(204)
    await address.drawn
    expect(drawn).toEqual([0, ENTRIES_AT_ONCE, COUNT])
  })

  it('serves nothing after the end, and uses a new address each time', async () => {
    const addresses = new PrintAddresses(page)
    const address = addresses.open(document(), () => undefined)
    const other = addresses.open(document(), () => undefined)
    expect(other.url).not.toBe(address.url)
    address.close()
    for (const name of ['', 'head', 'entries/0', 'picture/1/0', 'pictures/0', 'missing/0', 'end'])
      expect((await requesterFor(addresses, address.url)(name)).status, name).toBe(404)
    expect((await requesterFor(addresses, other.url)('head')).status).toBe(200)
    other.close()
  })

  it.each(['/', '/index.html', `/${'0'.repeat(32)}/`, `/${'0'.repeat(32)}/head`, '/../assets/x.js', '/head'])(
    'does not serve a guessed address: %s',
    async (pathname) => {
      const addresses = new PrintAddresses(page)
      const address = addresses.open(document(), () => undefined)
      expect((await addresses.serve(pathname)).status).toBe(404)
      address.close()
    },
  )

  it('accepts only numbers of entries and pictures', async () => {
    const addresses = new PrintAddresses(page)
    const address = addresses.open(document(), () => undefined)
    const ask = requesterFor(addresses, address.url)
    for (const name of [
      'entries/-1',
      'entries/x',
      'picture/1',
      'picture/1/0/full',
      'picture/',
      'head/1',
      'missing/',
      'missing/1/0',
      'entries/1234567890',
    ])
      expect((await ask(name)).status, name).toBe(404)
    address.close()
  })

  it('ends a page that stops requesting', async () => {
    vi.useFakeTimers()
    try {
      const address = new PrintAddresses(page).open(document(), () => undefined)
      vi.advanceTimersByTime(600_000)
      await expect(address.drawn).rejects.toMatchObject({ code: 'notPrinted' })
      address.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it('responds that a picture is missing if reading it fails', async () => {
    const addresses = new PrintAddresses(page)
    const address = addresses.open(
      document({ picture: () => Promise.reject(new Error('The disk is gone.')) }),
      () => undefined,
    )
    expect((await requesterFor(addresses, address.url)('picture/1/0')).status).toBe(404)
    address.close()
  })

  it('returns why an entry has no picture', async () => {
    const addresses = new PrintAddresses(page)
    const missingPicture = (entry: number) =>
      entry === 1 ? Promise.resolve('damaged' as const) : Promise.reject(new Error('The disk is gone.'))
    const address = addresses.open(document({ missingPicture }), () => undefined)
    const ask = requesterFor(addresses, address.url)
    expect(await (await ask('missing/1')).json()).toBe('damaged')
    expect(await (await ask('missing/2')).json()).toBe('notDownloaded')
    address.close()
  })
})
