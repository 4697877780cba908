import { shownName } from '../../electron/contract/clip-text.ts'
import { messages } from '../../electron/contract/messages.ts'

/** Maximum size of dropped files, in bytes: a list of the maximum length, with 50 characters in each line. */
export const MAX_LIST_FILE_BYTES = 5_000_000

/** The text of dropped files, or why they cannot be searched for, as sentences. */
export type DroppedText = { readonly text: string } | { readonly problem: string }

/** Returns whether a drag contains a text or files. */
export function mayContainList({ types }: DataTransfer): boolean {
  return types.includes('Files') || types.includes('text/plain')
}

/** Reads dropped text files, one after the other. */
export async function readDroppedFiles(files: readonly File[]): Promise<DroppedText> {
  const large = files.find(({ size }) => size > MAX_LIST_FILE_BYTES)
  const sum = files.reduce((bytes, { size }) => bytes + size, 0)
  if (sum > MAX_LIST_FILE_BYTES) {
    const { tooLarge } = messages.itemsSearch.list.dropped
    const megabytes = MAX_LIST_FILE_BYTES / 1_000_000
    return {
      problem:
        large === undefined
          ? tooLarge.files({ megabytes })
          : tooLarge.file({ name: shownName(large.name), megabytes }),
    }
  }
  const texts: string[] = []
  for (const file of files) {
    const name = shownName(file.name)
    // A folder is a file that cannot be read.
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes === null) return { problem: messages.itemsSearch.list.dropped.unreadable({ name }) }
    const text = decodeText(new Uint8Array(bytes))
    if (text === null) return { problem: messages.itemsSearch.list.dropped.notText({ name }) }
    texts.push(text)
  }
  return { text: texts.join('\n') }
}

/**
 * Decodes a text file as spreadsheets and editors write it: UTF-16 with a byte order mark, UTF-8, or
 * Windows-1252. Returns null for other content.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes)
  return /[^\P{Cc}\t\n\v\f\r\u0085]/u.test(text) ? null : text
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
