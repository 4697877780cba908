import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { createLogger } from '../../electron/app/logger.ts'
import { temporaryFolder } from '../support/store.ts'

describe('createLogger', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())

  const readAll = async (path = folder.path): Promise<string> => {
    const names = await readdir(path)
    return (await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))).join('')
  }

  it('writes lines in order with time, level and text', async () => {
    const logger = createLogger(join(folder.path, 'logs'))
    for (let line = 0; line < 50; line += 1) logger.log('info', `line ${String(line)}`)
    logger.log('warning', 'two\nlines')
    await logger.flush()
    const lines = (await readFile(logger.file, 'utf8')).split('\n')
    expect(lines.slice(0, 50).map((line) => line.slice(25))).toEqual(
      Array.from({ length: 50 }, (_, line) => `info line ${String(line)}`),
    )
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /u)
    expect(lines.slice(50)).toEqual([expect.stringMatching(/warning two$/u), '    lines', ''])
  })

  it('starts a new file at the size limit and keeps three files', async () => {
    const logger = createLogger(folder.path, { maxFileBytes: 2_000 })
    for (let line = 0; line < 200; line += 1) {
      logger.log('info', `${String(line).padStart(4, '0')} ${'x'.repeat(100)}`)
      await logger.flush()
    }
    expect((await readdir(folder.path)).sort()).toEqual([
      'campaign-desk.1.log',
      'campaign-desk.2.log',
      'campaign-desk.log',
    ])
    const text = await readAll()
    expect(text).toContain('0199 x')
    expect(text).not.toContain('0100 x')
    expect(text.length).toBeLessThan(7_000)
  })

  it('writes an unexpected error with stack and causes under the returned id', async () => {
    const logger = createLogger(folder.path)
    const cause = new RangeError('the inner one')
    const id = logger.unexpected(new TypeError('the outer one', { cause }), 'items.open')
    const second = logger.unexpected(new AppError('badAnswer', { detail: 'GET /campaign-items → odd' }), 'x')
    logger.unexpected('a text', 'y')
    await logger.flush()
    const text = await readAll()
    expect(id).not.toBe(second)
    expect(text).toContain(`[${id}] items.open: TypeError: the outer one`)
    expect(text).toMatch(/ at .*app-logger\.test\.ts/u)
    expect(text).toContain('caused by RangeError: the inner one')
    expect(text).toContain('GET /campaign-items → odd')
    expect(text).toContain('y: not an error: string')
    expect(text).not.toContain('a text')
  })

  it.each([
    'GET https://print.example/campaign-items?search=s3cret&limit=1 failed',
    'GET /campaign-items?search=s3cret failed',
    'see "https://print.example/#s3cret"',
    'at https://user:s3cret@print.example/',
    'Authorization: s3cret and more s3cret',
    '{"authorization":"s3cret"}',
    'the key s3cret-key was refused',
    'in an address s3cret%2Fkey',
    'as JSON "s3cret\\"key"',
  ])('removes keys and queries: %s', async (text) => {
    const logger = createLogger(folder.path)
    for (const secret of ['s3cret-key', 's3cret/key', 's3cret"key', '']) logger.conceal(secret)
    logger.log('info', text)
    logger.unexpected(new Error(text), 'here')
    await logger.flush()
    expect(await readAll()).not.toContain('s3cret')
  })

  it('keeps host, port and path of an address', async () => {
    const logger = createLogger(folder.path)
    logger.log('info', 'GET https://print.example:8443/api/campaign-items?x=1 → 503. What now?')
    await logger.flush()
    expect(await readAll()).toContain('GET https://print.example:8443/api/campaign-items?… → 503. What now?')
  })

  it('does not throw when the file cannot be written', async () => {
    const blocked = join(folder.path, 'blocked')
    await writeFile(blocked, 'a file where the folder should be')
    const logger = createLogger(blocked)
    logger.log('info', 'x')
    expect(logger.unexpected(new Error('x'), 'y')).toMatch(/^[0-9a-f]{8}$/u)
    await logger.flush()
    expect(await readFile(blocked, 'utf8')).toBe('a file where the folder should be')
  })
})
