import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ExportRows, StoredValue } from '../../electron/store/types.ts'
import { fileNotWritten, writeFailure } from '../../electron/export/write-failure.ts'
import { writeRows } from '../../electron/export/write.ts'

/** Writes "h" for the head and "r" for each row. */
const encoder = {
  head: () => new TextEncoder().encode('h'),
  rows: (rows: readonly (readonly StoredValue[])[]) => new TextEncoder().encode('r'.repeat(rows.length)),
}

type Rows = Pick<ExportRows, 'count' | 'batches'>

const rowsOf = (count: number, batches: readonly number[]): Rows => ({
  count,
  batches: () => batches.map((size) => Array.from({ length: size }, () => ['cell'])),
})

function write(rows: Rows, cancelAfter = Infinity): { text: string; result: unknown } {
  let text = ''
  let result: unknown
  try {
    result = writeRows(rows, encoder, {
      write: (bytes) => {
        text += Buffer.from(bytes).toString()
      },
      isCancelled: () => text.length >= cancelAfter,
      onProgress: () => undefined,
    })
  } catch (error) {
    result = error instanceof AppError ? error.toFault() : error
  }
  return { text, result }
}

describe('writing rows', () => {
  it('writes head and batches, and gives what was written', () => {
    expect(write(rowsOf(5, [3, 2]))).toEqual({
      text: 'hrrrrr',
      result: { rows: 5, totalRows: 5, bytes: 6 },
    })
  })

  it.each([
    ['fewer', [3, 1], 4],
    ['more', [3, 3], 6],
  ])('does not accept %s rows than the result counts', (_, batches, received) => {
    const { result } = write(rowsOf(5, batches))
    expect(result).toMatchObject({ code: 'rowCountWrong' })
    expect((result as { message: string }).message).toContain(
      `${String(received)} rows were written where 5 were expected`,
    )
  })

  it('stops before the next batch when it is cancelled', () => {
    const { text, result } = write(rowsOf(6, [2, 2, 2]), 3)
    expect(text).toBe('hrr')
    expect(result).toMatchObject({ code: 'cancelled' })
  })

  it('is cancelled even when the last batch was already written', () => {
    expect(write(rowsOf(2, [2]), 3).result).toMatchObject({ code: 'cancelled' })
  })
})

describe('a failure of the file system', () => {
  it('becomes a sentence with the reason', () => {
    const error = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' })
    expect(writeFailure(error)).toMatchObject({ code: 'fileNotWritten', detail: 'ENOSPC', cause: error })
  })

  it.each([
    ['EBUSY', 'win32', 'open in another program'],
    ['EPERM', 'win32', 'open in another program, or you have no permission'],
    ['EPERM', 'linux', 'you have no permission'],
    ['EWEIRD', 'linux', 'the system said EWEIRD'],
  ] as const)('%s on %s: %s', (code, platform, words) => {
    expect(fileNotWritten(code, undefined, platform).message).toContain(words)
  })

  it.each([
    new AppError('searchInvalid'),
    new TypeError('ours'),
    Object.assign(new Error(), { code: 'SQLITE_BUSY' }),
  ])('leaves %s alone, which is none', (error) => {
    expect(writeFailure(error)).toBe(error)
  })
})
