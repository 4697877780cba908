import { expect, it } from 'vitest'
import {
  createPictureFetch,
  MAX_CONCURRENT_PICTURES,
  type PicturePurpose,
} from '../../electron/artwork/picture-client.ts'

it('requests the picture that is viewed last first, and those of runs last', async () => {
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
  const fetchAt = (path: string, purpose: PicturePurpose): Promise<unknown> =>
    fetchPicture(`https://campaigns.example${path}`, new AbortController().signal, purpose)
  const running = Array.from({ length: MAX_CONCURRENT_PICTURES }, (_, index) =>
    fetchAt(`/run-${String(index)}`, 'advance'),
  )
  const waiting = [
    fetchAt('/scrolled-past', 'view'),
    fetchAt('/next-of-run', 'advance'),
    fetchAt('/in-view', 'view'),
  ]

  for (let next = 0; next < running.length + waiting.length; next += 1) {
    await expect.poll(() => responses.length).toBeGreaterThan(next)
    responses[next]?.()
  }
  await Promise.all([...running, ...waiting])
  expect(requested.slice(MAX_CONCURRENT_PICTURES)).toEqual(['/in-view', '/scrolled-past', '/next-of-run'])
})
