import { isIPv4, isIPv6, type Socket } from 'node:net'
import { ipv6Groups } from './local-addresses.ts'
import type { ProxyCredentials } from './proxies.ts'
import { ProxyError, type ProxyReason } from './proxy-error.ts'

/** The protocol of RFC 1928, with the user name and password of RFC 1929. */
const VERSION = 5
const METHOD = { none: 0, password: 2 } as const
const CONNECT = 1
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 } as const
const MAX_FIELD_BYTES = 255

/** Reasons by the proxy's reply code (RFC 1928, section 6). */
const REASONS: Readonly<Record<number, ProxyReason>> = {
  1: 'serviceUnreachable',
  2: 'denied',
  3: 'serviceUnreachable',
  4: 'serviceUnreachable',
  5: 'serviceUnreachable',
  6: 'serviceUnreachable',
}

/** Reads exactly as many bytes as asked for, and leaves the rest to the next reader of the socket. */
function readBytes(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.off('readable', onReadable)
      socket.off('end', onEnd)
      socket.off('error', onError)
    }
    const onError = (error: Error): void => {
      stop()
      reject(error)
    }
    const onEnd = (): void => {
      onError(Object.assign(new Error('The proxy closed the connection.'), { code: 'ECONNRESET' }))
    }
    const onReadable = (): void => {
      const bytes = socket.read(length) as Buffer | null
      if (bytes === null) return
      stop()
      resolve(bytes)
    }
    socket.on('readable', onReadable)
    socket.once('end', onEnd)
    socket.once('error', onError)
    onReadable()
  })
}

function field(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > MAX_FIELD_BYTES) throw new RangeError('A SOCKS field has 255 bytes at most')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function addressOf(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([ADDRESS.ipv4, ...host.split('.').map(Number)])
  if (isIPv6(host)) return Buffer.concat([Buffer.from([ADDRESS.ipv6]), ipv6Bytes(host)])
  return Buffer.concat([Buffer.from([ADDRESS.name]), field(host)])
}

/** Returns the sixteen bytes of an IPv6 address. */
const ipv6Bytes = (address: string): Buffer =>
  Buffer.from(ipv6Groups(address).flatMap((group) => [group >> 8, group & 0xff]))

/**
 * Asks a SOCKS 5 proxy, over a socket that is connected to it, for a connection to a service. The proxy looks
 * up the name. Rejects with a `ProxyError`, or with the error of the socket.
 */
export async function connectThroughSocks5(
  socket: Socket,
  proxy: string,
  target: { readonly host: string; readonly port: number },
  credentials: ProxyCredentials | null,
): Promise<void> {
  const methods = credentials === null ? [METHOD.none] : [METHOD.none, METHOD.password]
  socket.write(Buffer.from([VERSION, methods.length, ...methods]))
  const [version, method] = await readBytes(socket, 2)
  if (version !== VERSION) throw new ProxyError('notAProxy', proxy)
  if (method === METHOD.password && credentials !== null) {
    const { username, password } = credentials
    socket.write(Buffer.concat([Buffer.from([1]), field(username), field(password)]))
    const [, status] = await readBytes(socket, 2)
    if (status !== 0) throw new ProxyError('credentialsRejected', proxy)
  } else if (method !== METHOD.none) {
    throw new ProxyError(credentials === null ? 'credentialsMissing' : 'credentialsRejected', proxy)
  }

  const port = Buffer.from([target.port >> 8, target.port & 0xff])
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(target.host), port]))
  const [replyVersion, reply, , addressType] = await readBytes(socket, 4)
  if (replyVersion !== VERSION) throw new ProxyError('notAProxy', proxy)
  if (reply !== 0) throw new ProxyError(REASONS[reply ?? -1] ?? 'noTunnel', proxy)
  const length =
    addressType === ADDRESS.ipv4 ? 4 : addressType === ADDRESS.ipv6 ? 16 : (await readBytes(socket, 1))[0]
  await readBytes(socket, (length ?? 0) + 2)
}
