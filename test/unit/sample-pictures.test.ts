// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { samplePicture } from '../../electron/sample/pictures.ts'
import { planSample } from '../../electron/sample/plan.ts'

const addresses: { readonly url: string; readonly thumbnailUrl: string | null; readonly name: string }[] = []
beforeAll(() => {
  const items = new ItemGenerator(planSample())
  for (let slot = 0; slot < 6_000; slot += 1) {
    const item = items.item(slot)
    for (const { fileId } of item.itemId?.artworks ?? [])
      if (typeof fileId?.url === 'string')
        addresses.push({
          url: fileId.url,
          thumbnailUrl: fileId.thumbnailUrl ?? null,
          name: item.itemId?.name ?? '',
        })
  }
})

const textOf = (url: string) => new TextDecoder().decode(samplePicture(url)?.bytes)

describe('the sample’s pictures', () => {
  it('are well-formed SVG without scripts for any item name', () => {
    expect(addresses.length).toBeGreaterThan(5_500)
    const parser = new DOMParser()
    const checked = addresses.filter(
      ({ name }, index) =>
        index % 90 === 0 ||
        (/[<>&"'\n\t\p{Extended_Pictographic}\p{Cf}\p{M}]/u.test(name) && index % 3 === 0),
    )
    for (const { url } of checked) {
      const picture = parser.parseFromString(textOf(url), 'image/svg+xml')
      expect(picture.querySelector('parsererror'), url).toBeNull()
      expect(picture.documentElement.tagName).toBe('svg')
      expect(picture.querySelector('script, foreignObject, image, [href]')).toBeNull()
    }
  })

  it('contain the item name with escaped markup', () => {
    const marked = addresses.find(({ name }) => name.includes('<script>'))
    expect(marked).toBeDefined()
    expect(textOf(marked?.url ?? '')).toContain('&lt;script&gt;')
  })

  it('are the same each time, and smaller as thumbnails', () => {
    const [one] = addresses.filter(({ thumbnailUrl }) => thumbnailUrl !== null)
    expect(textOf(one?.url ?? '')).toBe(textOf(one?.url ?? ''))
    expect(textOf(one?.thumbnailUrl ?? '')).toContain('width="160"')
    expect(textOf(one?.url ?? '')).toContain('width="960"')
    expect(samplePicture(one?.url ?? '')?.contentType).toBe('image/svg+xml')
  })

  it.each([
    '',
    'sample:picture/',
    'sample:picture/00000000-0000-4000-8000-000000000000',
    'sample:other/00000000-0000-4000-8000-000000000000',
    'https://example.com/x.svg',
    'sample:picture/../../etc/passwd',
  ])('are null for %j', (url) => expect(samplePicture(url)).toBeNull())
})
