import { describe, expect, it } from 'vitest'
import { createPictureServer } from '../../electron/shell/pictures.ts'
import type { Connection } from '../../electron/contract/connection.ts'
import type { Store } from '../../electron/store/types.ts'
import type { ConnectionSession } from '../../electron/workspace/types.ts'

const SMALL = 'https://files.example/a.png'
const FILE = 'https://files.example/a.pdf'

interface Served {
  readonly serve: (pathname: string) => Promise<Response>
  readonly requests: Request[]
}

/** A server of pictures for one connection, whose item 7 has one artwork. */
function served(contentTypes: Readonly<Record<string, string>>): Served {
  const requests: Request[] = []
  const pictureUrl: Store['pictureUrl'] = (key, index, size) =>
    Promise.resolve(key === 7 && index === 0 ? (size === 'full' ? FILE : SMALL) : null)
  const connection: Pick<Connection, 'kind' | 'baseUrl'> = {
    kind: 'service',
    baseUrl: 'https://service.example/api',
  }
  const session = { store: { pictureUrl }, connection } as unknown as ConnectionSession
  const serve = createPictureServer(
    () => Promise.resolve(session),
    () => (request) => {
      requests.push(request)
      const contentType = contentTypes[request.url] ?? 'text/html'
      return Promise.resolve(new Response(request.url, { headers: { 'content-type': contentType } }))
    },
    () => Promise.reject(new Error('this is no sample')),
  )
  return { serve, requests }
}

describe('the pictures that the window asks for', () => {
  it('are the small ones, and with /full the files themselves', async () => {
    const { serve, requests } = served({ [SMALL]: 'image/png', [FILE]: 'application/pdf' })

    const small = await serve('/abc/7/0')
    const full = await serve('/abc/7/0/full')

    expect([small.status, small.headers.get('content-type'), await small.text()]).toEqual([
      200,
      'image/png',
      SMALL,
    ])
    expect([full.status, full.headers.get('content-type'), await full.text()]).toEqual([
      200,
      'application/pdf',
      FILE,
    ])
    expect(full.headers.get('content-security-policy')).toContain('sandbox')
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null, null])
  })

  it.each(['/abc/7/1', '/abc/8/0/full', '/abc/7', '/abc/7/0/other', '/abc/7/0/full/full', '/ABC/7/0'])(
    'are not there at %s',
    async (pathname) => {
      const { serve, requests } = served({ [SMALL]: 'image/png', [FILE]: 'image/png' })
      expect((await serve(pathname)).status).toBe(404)
      expect(requests).toEqual([])
    },
  )

  it('are never a page', async () => {
    const { serve } = served({ [SMALL]: 'text/html', [FILE]: 'text/html' })
    expect((await serve('/abc/7/0')).status).toBe(404)
    expect((await serve('/abc/7/0/full')).status).toBe(404)
  })
})
