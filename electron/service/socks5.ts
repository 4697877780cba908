import { isIPv4, isIPv6, type Socket } from 'node:net'
import { ipv6Groups } from './local-addresses.ts'
import type { ProxyCredentials } from './proxies.ts'
import { ProxyError, type ProxyReason } from './proxy-error.ts'

// Constants of RFC 1928; authentication with user name and password is in RFC 1929.
const VERSION = 5
const METHOD = { none: 0, password: 2 } as const
const CONNECT = 1
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 } as const
const MAX_FIELD_BYTES = 255

/** Reasons by the proxy's reply code (RFC 1928, section 6). */
const REPLY_REASONS: Readonly<Record<number, ProxyReason>> = {
  1: 'serviceUnreachable',
  2: 'denied',
  3: 'serviceUnreachable',
  4: 'serviceUnreachable',
  5: 'serviceUnreachable',
  6: 'serviceUnreachable',
}

/** Reads exactly `length` bytes and leaves the rest in the socket. */
function readBytes(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const removeListeners = (): void => {
      socket.off('readable', onReadable)
      socket.off('end', onEnd)
      socket.off('error', onError)
    }
    const onError = (error: Error): void => {
      removeListeners()
      reject(error)
    }
    const onEnd = (): void =>
      onError(Object.assign(new Error('The proxy closed the connection.'), { code: 'ECONNRESET' }))
    const onReadable = (): void => {
      const bytes = socket.read(length) as Buffer | null
      if (bytes === null) return
      removeListeners()
      resolve(bytes)
    }
    socket.on('readable', onReadable)
    socket.once('end', onEnd)
    socket.once('error', onError)
    onReadable()
  })
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > MAX_FIELD_BYTES) throw new RangeError('A SOCKS field has 255 bytes at most')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function encodeAddress(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([ADDRESS.ipv4, ...host.split('.').map(Number)])
  if (isIPv6(host)) return Buffer.concat([Buffer.from([ADDRESS.ipv6]), ipv6Bytes(host)])
  return Buffer.concat([Buffer.from([ADDRESS.name]), lengthPrefixed(host)])
}

/** Returns the sixteen bytes of an IPv6 address. */
const ipv6Bytes = (address: string): Buffer =>
  Buffer.from(ipv6Groups(address).flatMap((group) => [group >> 8, group & 0xff]))

/**
 * Requests a connection to a service from a SOCKS 5 proxy over a connected socket. The proxy resolves the
 * name. Rejects with a `ProxyError`, or with the error of the socket.
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
    socket.write(Buffer.concat([Buffer.from([1]), lengthPrefixed(username), lengthPrefixed(password)]))
    const [, status] = await readBytes(socket, 2)
    if (status !== 0) throw new ProxyError('credentialsRejected', proxy)
  } else if (method !== METHOD.none) {
    throw new ProxyError(credentials === null ? 'credentialsMissing' : 'credentialsRejected', proxy)
  }

  const port = Buffer.from([target.port >> 8, target.port & 0xff])
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), encodeAddress(target.host), port]))
  const [replyVersion, reply, , addressType] = await readBytes(socket, 4)
  if (replyVersion !== VERSION) throw new ProxyError('notAProxy', proxy)
  if (reply !== 0) throw new ProxyError(REPLY_REASONS[reply ?? -1] ?? 'noTunnel', proxy)
  const length =
    addressType === ADDRESS.ipv4 ? 4 : addressType === ADDRESS.ipv6 ? 16 : (await readBytes(socket, 1))[0]
  await readBytes(socket, (length ?? 0) + 2)
}
