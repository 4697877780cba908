import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { TestProxy } from './proxy.ts'

export interface SocksProxyOptions {
  /** The required user name and password. */
  readonly credentials?: { readonly username: string; readonly password: string }
  /** Responds to every connection request with this code (RFC 1928, section 6). */
  readonly reply?: number
}

/** Reads exactly the requested number of bytes from a socket. */
async function* reader(socket: Socket): AsyncGenerator<Buffer, void, number> {
  let bytes = Buffer.alloc(0)
  let requested = yield bytes
  for (;;) {
    while (bytes.length < requested) {
      const chunk = await new Promise<Buffer | null>((resolve) => {
        socket.once('data', resolve)
        socket.once('close', () => resolve(null))
      })
      if (chunk === null) return
      bytes = Buffer.concat([bytes, chunk])
    }
    const result = bytes.subarray(0, requested)
    bytes = bytes.subarray(requested)
    requested = yield result
  }
}

/** A SOCKS 5 proxy on 127.0.0.1 (RFC 1928, RFC 1929). */
export async function startSocksProxy({ credentials, reply }: SocksProxyOptions = {}): Promise<TestProxy> {
  const connected: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()

  async function serve(client: Socket): Promise<void> {
    const bytes = reader(client)
    await bytes.next()
    const take = async (length: number): Promise<Buffer> => {
      const { value } = await bytes.next(length)
      if (value === undefined) throw new Error('closed')
      return value
    }
    const [, methods = 0] = await take(2)
    const offeredMethods = await take(methods)
    const method = credentials === undefined ? 0 : 2
    if (!offeredMethods.includes(method)) {
      client.end(Buffer.from([5, 0xff]))
      return
    }
    client.write(Buffer.from([5, method]))
    if (credentials !== undefined) {
      const [, nameLength = 0] = await take(2)
      const username = (await take(nameLength)).toString()
      const password = (await take((await take(1))[0] ?? 0)).toString()
      authorizations.push(`${username}:${password}`)
      const isAccepted = username === credentials.username && password === credentials.password
      client.write(Buffer.from([1, isAccepted ? 0 : 1]))
      if (!isAccepted) {
        client.end()
        return
      }
    }
    const [, , , type] = await take(4)
    const host =
      type === 1
        ? [...(await take(4))].join('.')
        : type === 3
          ? (await take((await take(1))[0] ?? 0)).toString()
          : '::1'
    if (type === 4) await take(16)
    const port = (await take(2)).readUInt16BE()
    connected.push(`${host}:${String(port)}`)
    const replyBytes = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
    if (reply !== undefined) {
      client.end(replyBytes(reply))
      return
    }
    const upstream = connect(port, host, () => {
      client.write(replyBytes(0))
      upstream.pipe(client)
      client.pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    serve(client).catch(() => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `socks5://127.0.0.1:${String(port)}`,
    connected,
    authorizations,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
