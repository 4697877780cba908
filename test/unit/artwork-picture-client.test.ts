import { expect, it } from 'vitest'
import { createPictureFetch, MAX_CONCURRENT_PICTURES } from '../../electron/artwork/picture-client.ts'

it('requests the picture that is wanted last before those that wait', async () => {
  const requested: string[] = []
  const responses: (() => void)[] = []
  const fetchPicture = createPictureFetch({
    baseUrl: 'https://campaigns.example',
    key: () => Promise.resolve(null),
    fetchFromOtherHosts: () => Promise.reject(new Error('no other host')),
    fetch: ({ url }) => {
      requested.push(new URL(url).pathname)
      return new Promise((resolve) => {
        responses.push(() => resolve(new Response('picture')))
      })
    },
  })
  const want = (name: string): Promise<unknown> =>
    fetchPicture(`https://campaigns.example/${name}`, new AbortController().signal)
  const first = Array.from({ length: MAX_CONCURRENT_PICTURES }, (_, index) => want(String(index)))
  const later = [want('scrolled-past'), want('in-view')]
  await expect.poll(() => responses.length).toBe(MAX_CONCURRENT_PICTURES)

  responses[0]?.()
  await first[0]
  await expect.poll(() => requested.at(-1)).toBe('/in-view')

  for (let next = 1; next < first.length + later.length; next += 1) {
    await expect.poll(() => responses.length).toBeGreaterThan(next)
    responses[next]?.()
  }
  await Promise.all([...first, ...later])
  expect(requested.at(-1)).toBe('/scrolled-past')
})
