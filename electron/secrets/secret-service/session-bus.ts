import { connect, type Socket } from 'node:net'
import { marshal, unmarshal, type DbusValue, type Variant } from './marshal.ts'

const METHOD_CALL = 1
const METHOD_RETURN = 2
const ERROR = 3
const SIGNAL = 4

/** Codes of the header's fields. */
const PATH = 1
const INTERFACE = 2
const MEMBER = 3
const ERROR_NAME = 4
const REPLY_SERIAL = 5
const DESTINATION = 6
const SIGNATURE = 8

/** Length of the header up to the array of fields, including the length of that array. */
const FIXED_HEADER_BYTES = 16
const MAX_MESSAGE_BYTES = 2 ** 24

export interface MethodCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly args?: readonly DbusValue[]
}

export interface Signal {
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly body: readonly DbusValue[]
}

interface PendingCall {
  readonly resolve: (body: readonly DbusValue[]) => void
  readonly reject: (error: Error) => void
}

interface PendingSignal {
  readonly matches: (signal: Signal) => boolean
  readonly resolve: (signal: Signal) => void
  readonly reject: (error: Error) => void
}

/** Returns the path of the socket in an address of the session bus; null if it contains none. */
export function socketOf(address: string): string | null {
  for (const each of address.split(';')) {
    const match = /^unix:(?:.*,)?(path|abstract)=([^,]*)/u.exec(each)
    if (match === null) continue
    const path = decodeURIComponent(match[2] ?? '')
    return match[1] === 'abstract' ? `\0${path}` : path
  }
  return null
}

function busSocket(env: NodeJS.ProcessEnv): string {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? ''
  const runtime = env['XDG_RUNTIME_DIR'] ?? `/run/user/${String(process.getuid?.() ?? 0)}`
  const socket = address === '' ? `${runtime}/bus` : socketOf(address)
  if (socket === null) throw new Error('D-Bus: the address of the session bus names no Unix socket')
  return socket
}

/** A connection to the session bus, limited to what a client of the Secret Service needs. */
export class SessionBus {
  readonly #socket: Socket
  readonly #pending = new Map<number, PendingCall>()
  readonly #pendingSignals = new Set<PendingSignal>()
  #serial = 0
  #buffer = Buffer.alloc(0)
  #failure: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  /** Connects to the session bus. Rejects if there is none. */
  static async open(env: NodeJS.ProcessEnv = process.env): Promise<SessionBus> {
    const bus = new SessionBus(connect(busSocket(env)))
    try {
      await bus.#authenticate()
      await bus.call({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member: 'Hello',
      })
      return bus
    } catch (error) {
      bus.close()
      throw error
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  /**
   * Calls a method and returns the values of its reply. Rejects with the reply's error, or if the
   * connection ends.
   */
  call(call: MethodCall): Promise<readonly DbusValue[]> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    const serial = ++this.#serial
    const body = marshal(call.signature ?? '', call.args ?? [])
    const field = (code: number, signature: string, value: string): DbusValue => [code, { signature, value }]
    const fields = [
      field(PATH, 'o', call.path),
      field(INTERFACE, 's', call.interface),
      field(MEMBER, 's', call.member),
      field(DESTINATION, 's', call.destination),
      ...(call.signature === undefined ? [] : [field(SIGNATURE, 'g', call.signature)]),
    ]
    const endian = 'l'.charCodeAt(0)
    const header = marshal('yyyyuua(yv)', [endian, METHOD_CALL, 0, 1, body.length, serial, fields])
    const padding = Buffer.alloc((8 - (header.length % 8)) % 8)
    return new Promise((resolve, reject) => {
      this.#pending.set(serial, { resolve, reject })
      this.#socket.write(Buffer.concat([header, padding, body]))
    })
  }

  /**
   * Returns the next signal that matches; subscribe to it with `AddMatch`. Rejects if the connection ends.
   */
  nextSignal(matches: (signal: Signal) => boolean): Promise<Signal> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#pendingSignals.add({ matches, resolve, reject })
    })
  }

  /** Authenticates as the user that the operating system reports for this process. */
  #authenticate(): Promise<void> {
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        this.#failure ??= error
        reject(error)
        for (const pending of [...this.#pending.values(), ...this.#pendingSignals]) pending.reject(error)
        this.#pending.clear()
        this.#pendingSignals.clear()
      }
      this.#socket.on('error', (error) => fail(new Error(`D-Bus: ${error.message}`)))
      this.#socket.on('close', () => fail(new Error('D-Bus: the connection is closed')))
      const onReply = (chunk: Buffer): void => {
        this.#buffer = Buffer.concat([this.#buffer, chunk])
        const end = this.#buffer.indexOf('\r\n')
        if (end < 0) return
        const line = this.#buffer.toString('latin1', 0, end)
        this.#buffer = this.#buffer.subarray(end + 2)
        this.#socket.off('data', onReply)
        if (!line.startsWith('OK ')) {
          fail(new Error(`D-Bus: the session bus refused the connection (${line})`))
          return
        }
        this.#socket.on('data', (bytes) => this.#receive(bytes))
        this.#socket.write('BEGIN\r\n')
        resolve()
      }
      this.#socket.on('data', onReply)
      this.#socket.write(`\0AUTH EXTERNAL ${uid}\r\n`)
    })
  }

  #receive(chunk: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    try {
      for (;;) {
        if (this.#buffer.length < FIXED_HEADER_BYTES) return
        const fieldBytes = this.#buffer.readUInt32LE(FIXED_HEADER_BYTES - 4)
        const bodyStart = Math.ceil((FIXED_HEADER_BYTES + fieldBytes) / 8) * 8
        const length = bodyStart + this.#buffer.readUInt32LE(4)
        if (length > MAX_MESSAGE_BYTES) throw new Error('the message is too long')
        if (this.#buffer.length < length) return
        const message = this.#buffer.subarray(0, length)
        this.#buffer = this.#buffer.subarray(length)
        this.#dispatch(message, bodyStart)
      }
    } catch (error) {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #dispatch(message: Buffer, bodyStart: number): void {
    const [, type, , , , , fields] = unmarshal('yyyyuua(yv)', message)
    const field = (code: number): DbusValue | undefined =>
      (fields as readonly (readonly [number, Variant])[]).find(([each]) => each === code)?.[1].value
    const text = (code: number): string => (field(code) ?? '') as string
    if (type !== METHOD_RETURN && type !== ERROR && type !== SIGNAL) return
    const body = unmarshal(text(SIGNATURE), message.subarray(bodyStart))
    if (type === SIGNAL) {
      const signal = { path: text(PATH), interface: text(INTERFACE), member: text(MEMBER), body }
      for (const pendingSignal of this.#pendingSignals) {
        if (!pendingSignal.matches(signal)) continue
        this.#pendingSignals.delete(pendingSignal)
        pendingSignal.resolve(signal)
      }
      return
    }
    const serial = Number(field(REPLY_SERIAL))
    const call = this.#pending.get(serial)
    this.#pending.delete(serial)
    if (type === METHOD_RETURN) call?.resolve(body)
    else call?.reject(new Error(`D-Bus: ${typeof body[0] === 'string' ? body[0] : text(ERROR_NAME)}`))
  }
}
