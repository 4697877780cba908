import { badAnswer } from './answers.ts'
import type { Deadline } from './deadline.ts'
import type { Exchange } from './network-faults.ts'

/** A page of items has some kilobytes or megabytes; this is where a runaway answer is stopped. */
export const LARGEST_BODY_BYTES = 256 * 1024 * 1024

/**
 * Reads a body to its end, with a time limit between two pieces. The bytes have a buffer of their own, so that they
 * can be transferred to a worker.
 */
export async function readBody(
  response: Response,
  exchange: Exchange,
  deadline: Deadline,
  idleMs: number,
  mostBytes = LARGEST_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) throw badAnswer('tooLarge', exchange)
  // The type of Node's stream leaves open what it carries; a response carries bytes.
  const body = response.body as ReadableStream<Uint8Array> | null
  const reader = body?.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  while (reader !== undefined) {
    const { done, value } = await deadline.within(reader.read(), idleMs)
    if (done) break
    pieces.push(value)
    length += value.byteLength
    if (length > mostBytes) throw badAnswer('tooLarge', exchange)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.byteLength
  }
  return bytes
}
