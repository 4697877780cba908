import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import type { ExportRows } from '../../electron/store/types.ts'
import type { TableWriter } from '../../electron/export/types.ts'
import { fileNotWritten, writeFailure } from '../../electron/export/files/write-failure.ts'
import { writeRows } from '../../electron/export/write-rows.ts'

/** Writes "h" for the header, "r" for each row and "e" for the end. */
function openWriter(onBytes: (bytes: Uint8Array<ArrayBuffer>) => void): TableWriter {
  const writeText = (text: string): void => onBytes(new TextEncoder().encode(text))
  return {
    begin: () => writeText('h'),
    writeRows: async (rows) => {
      await Promise.resolve()
      writeText('r'.repeat(rows.length))
    },
    end: () => writeText('e'),
  }
}

type Rows = Pick<ExportRows, 'count' | 'batches' | 'packed'>

const rowsOf = (count: number, batches: readonly number[]): Rows => ({
  count,
  batches: () => batches.map((size) => Array.from({ length: size }, () => ['cell'])),
  packed: null,
})

async function runWriteRows(rows: Rows, cancelAfter = Infinity): Promise<{ text: string; result: unknown }> {
  let text = ''
  let result: unknown
  try {
    result = await writeRows(rows, openWriter, {
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

describe('writeRows', () => {
  it('writes header, batches and end, and returns the counts', async () => {
    expect(await runWriteRows(rowsOf(5, [3, 2]))).toEqual({
      text: 'hrrrrre',
      result: { rows: 5, totalRows: 5, bytes: 7, verifiedRows: null, parts: null },
    })
  })

  it.each([
    ['fewer', [3, 1], 4],
    ['more', [3, 3], 6],
  ])('rejects %s rows than expected', async (_, batches, received) => {
    const { result } = await runWriteRows(rowsOf(5, batches))
    expect(result).toMatchObject({ code: 'rowCountWrong' })
    expect((result as { message: string }).message).toContain(
      `it wrote ${String(received)} rows instead of 5`,
    )
  })

  it('stops before the next batch when canceled', async () => {
    const { text, result } = await runWriteRows(rowsOf(6, [2, 2, 2]), 3)
    expect(text).toBe('hrr')
    expect(result).toMatchObject({ code: 'cancelled' })
  })

  it('can be canceled after the last batch', async () => {
    expect((await runWriteRows(rowsOf(2, [2]), 3)).result).toMatchObject({ code: 'cancelled' })
  })
})

describe('writeFailure', () => {
  it('converts a system error into a fault with the reason', () => {
    const error = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' })
    expect(writeFailure(error)).toMatchObject({ code: 'fileNotWritten', detail: 'ENOSPC', cause: error })
  })

  it.each([
    ['EBUSY', 'win32', 'open in another program'],
    ['EPERM', 'win32', 'open in another program or write-protected'],
    ['EPERM', 'linux', 'you have no permission'],
    ['EWEIRD', 'linux', 'the system reported EWEIRD'],
  ] as const)('names the reason for %s on %s: %s', (code, platform, reason) =>
    expect(fileNotWritten(code, undefined, platform).message).toContain(reason),
  )

  it.each([
    new AppError('searchInvalid'),
    new TypeError('ours'),
    Object.assign(new Error(), { code: 'SQLITE_BUSY' }),
  ])('returns %s, another error, unchanged', (error) => expect(writeFailure(error)).toBe(error))
})
