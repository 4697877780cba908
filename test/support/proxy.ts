import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'

export interface TestProxy extends AsyncDisposable {
  readonly url: string
  /** Hosts of the requested tunnels. */
  readonly connected: string[]
  /** The `Proxy-Authorization` of each. */
  readonly authorizations: (string | undefined)[]
}

export interface TestHttpProxy extends TestProxy {
  /** Breaks all open tunnels, like a network failure. */
  breakTunnels(): void
}

export interface TestProxyOptions {
  /** Responds to every tunnel request with this status. */
  readonly refuse?: number
  /** Requires this login, "name:password". */
  readonly login?: string
  /** The header `Proxy-Authenticate` of a refusal without the login. */
  readonly challenge?: string
  /** Uses https with this key and chain (PEM). */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Accepts connections and never responds. */
  readonly silent?: boolean
  /** Closes this many connections without a response. */
  readonly drops?: number
  /** Connects every tunnel to this port of 127.0.0.1. */
  readonly portOfAll?: number
}

/** A proxy on 127.0.0.1 that opens tunnels and refuses other requests. */
export async function startProxy({
  refuse,
  login,
  challenge = 'Basic realm="Print works"',
  tls,
  silent = false,
  drops = 0,
  portOfAll,
}: TestProxyOptions = {}): Promise<TestHttpProxy> {
  const connected: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const onRequest: RequestListener = (_request, response) => {
    connected.push('a request without a tunnel')
    response.writeHead(502).end()
  }
  const server = tls === undefined ? createServer(onRequest) : createHttpsServer(tls, onRequest)
  server.on('connect', (request, client: Socket) => {
    const target = request.url ?? ''
    connected.push(target)
    authorizations.push(request.headers['proxy-authorization'])
    if (connected.length <= drops) {
      client.destroy()
      return
    }
    if (silent) {
      sockets.add(client)
      return
    }
    if (refuse !== undefined) {
      client.end(`HTTP/1.1 ${String(refuse)} Refused\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const authorization = request.headers['proxy-authorization']
    sockets.add(client)
    if (login !== undefined && authorization !== `Basic ${Buffer.from(login).toString('base64')}`) {
      client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${challenge}\r\ncontent-length: 0\r\n\r\n`,
      )
      return
    }
    const [host = '', port = ''] = target.split(':')
    const upstream = connect(portOfAll ?? Number(port), portOfAll === undefined ? host : '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client)
      client.pipe(upstream)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${String(port)}`,
    connected,
    authorizations,
    breakTunnels: () => {
      for (const socket of sockets) socket.destroy()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
