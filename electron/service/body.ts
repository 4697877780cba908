import { AnswerTooLarge } from './answers.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './network-faults.ts'

/**
 * A page of items has some kilobytes or megabytes; this is where a runaway answer is stopped. A larger page is requested
 * again with fewer items. Some copies of an answer fit into memory together.
 */
export const LARGEST_BODY_BYTES = 32 * 1024 * 1024
/** Room for a body is made in advance up to this size: what the service says of its length need not be true. */
const LARGEST_AHEAD_BYTES = 16 * 1024 * 1024

export interface BodyOptions {
  /** Limit between two pieces, in milliseconds. */
  readonly idleMs: number
  /** Waits until the body may be taken to its end; left out: it may at once. */
  readonly turn?: () => Promise<void>
  readonly mostBytes?: number
}

/**
 * Reads a body to its end, which is not taken before its turn has come: a body whose length is known is read up to its
 * last byte meanwhile, any other not at all. The bytes have a buffer of their own, so that they can be transferred to a
 * worker.
 */
export async function readBody(
  response: Response,
  exchange: Exchange,
  deadline: Deadline,
  { idleMs, turn, mostBytes = LARGEST_BODY_BYTES }: BodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > mostBytes) throw new AnswerTooLarge(exchange)
  // The type of Node's stream leaves open what it carries; a response carries bytes.
  const body = response.body as ReadableStream<Uint8Array> | null
  const read = <Value>(piece: Promise<Value>): Promise<Value> => deadline.within(piece, idleMs)
  if (turn !== undefined) {
    const exact = isExact(response, length) && body !== null ? exactReader(body) : null
    if (exact !== null) return await readExactly(exact, length, read, turn)
  }
  // Locked before it waits: Node cancels a body that nobody reads once its response is garbage collected.
  const reader = body?.getReader()
  await turn?.()
  const pieces: Uint8Array[] = []
  let taken = 0
  while (reader !== undefined) {
    const { done, value } = await read(reader.read())
    if (done) break
    pieces.push(value)
    taken += value.byteLength
    if (taken > mostBytes) throw new AnswerTooLarge(exchange)
  }
  const bytes = new Uint8Array(taken)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}

/** Whether the stated length is that of what is read: a compressed body has another one. */
function isExact(response: Response, length: number): boolean {
  return length > 1 && length <= LARGEST_AHEAD_BYTES && !response.headers.has('content-encoding')
}

/** A reader that takes no more than it is asked to; null where the network has none. */
function exactReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

async function readExactly(
  reader: ReadableStreamBYOBReader,
  length: number,
  read: <Value>(piece: Promise<Value>) => Promise<Value>,
  turn: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(length)
  let taken = 0
  /** Reads up to there; less where the body ends before. */
  const readTo = async (end: number): Promise<void> => {
    while (taken < end) {
      const { done, value } = await read(reader.read(bytes.subarray(taken, end)))
      // Each reading takes the buffer away and gives it back.
      if (value !== undefined) bytes = new Uint8Array(value.buffer)
      if (done) return
      taken += value.byteLength
    }
  }
  await readTo(length - 1)
  await turn()
  await readTo(length)
  return bytes.subarray(0, taken)
}
