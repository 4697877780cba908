import { describe, expect, it, vi } from 'vitest'

describe('the worker that makes photos', () => {
  it('reports a file that cannot be read', async () => {
    const posted = Promise.withResolvers<unknown>()
    const scope = {
      onmessage: (_: { readonly data: unknown }): void => undefined,
      postMessage: posted.resolve,
    }
    vi.stubGlobal('self', scope)
    await import('../../renderer/photos/photo-worker.ts')
    const folder = { arrayBuffer: () => Promise.reject(new DOMException('It is a folder.', 'NotFoundError')) }
    scope.onmessage({ data: { blob: folder, keepOriginal: false } })
    expect(await posted.promise).toEqual({ problem: 'unreadable' })
  })
})
