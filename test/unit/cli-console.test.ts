import { describe, expect, it, vi } from 'vitest'
import { Console, isPlainTerminal, type ConsoleOptions } from '../../electron/cli/console.ts'
import { escapeControls } from '../../electron/contract/escape-text.ts'
import type { OutputStream } from '../../electron/cli/io.ts'
import { HOSTILE_NAMES } from '../fixtures/hostile/texts.ts'

interface CollectingStream extends OutputStream {
  readonly text: () => string
}

function collect(isTerminal: boolean, errorOf?: () => Error | null, columns?: number): CollectingStream {
  let text = ''
  return {
    isTerminal,
    columns,
    write: (data) => {
      const error = errorOf?.() ?? null
      if (error !== null) return Promise.reject(error)
      text += typeof data === 'string' ? data : Buffer.from(data).toString()
      return Promise.resolve()
    },
    text: () => text,
  }
}

const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write' })

/** Returns what each stream receives. Standard error is a terminal. */
async function outputOf(
  use: (console: Console) => void,
  options: ConsoleOptions = {},
  columns?: number,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const stdout = collect(false)
  const stderr = collect(true, undefined, columns)
  const console = new Console(stdout, stderr, options)
  use(console)
  await console.settle()
  return { stdout: stdout.text(), stderr: stderr.text() }
}

describe('Console', () => {
  it('shows progress only on a terminal, and erases it', async () => {
    const terminal = collect(true)
    const pipe = collect(false)
    for (const stderr of [terminal, pipe]) {
      const console = new Console(collect(false), stderr)
      console.progress('half')
      console.message('Done.')
      console.progress('again')
      await console.settle()
    }
    expect(pipe.text()).toBe('Done.\n')
    expect(terminal.text()).toBe('half\r\u001b[KDone.\nagain\r\u001b[K')
  })

  it('cuts progress to the terminal’s width, because a wrapped line cannot be erased', async () => {
    const { stderr } = await outputOf((console) => console.progress('a long name: 1 of 2 items'), {}, 12)
    expect(stderr).toBe('a long nam…\r\u001b[K')
  })

  it('prints progress lines at intervals on a plain terminal', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { stderr } = await outputOf(
        (console) => {
          console.progress('1 of 3')
          console.progress('2 of 3')
          vi.advanceTimersByTime(10_000)
          console.progress('3 of 3')
          console.message('Done.')
        },
        { plain: true },
      )
      expect(stderr).toBe('1 of 3\n3 of 3\nDone.\n')
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    [{ TERM: 'xterm' }, false],
    [{ TERM: 'dumb' }, true],
    [{ TERM: 'xterm', NO_COLOR: '1' }, true],
    [{ TERM: 'xterm', NO_COLOR: '' }, false],
  ])('treats %j as plain terminal: %s', (env, plain) => expect(isPlainTerminal(env)).toBe(plain))

  it('omits messages with --quiet and adds details with --verbose', async () => {
    const use = (console: Console): void => {
      console.progress('half')
      console.message('Done.')
      console.warning('Incomplete.')
      console.detail('GET /')
      console.print('result')
    }
    expect(await outputOf(use, { quiet: true })).toEqual({ stdout: 'result\n', stderr: 'Incomplete.\n' })
    expect((await outputOf(use, { verbose: true })).stderr).toContain('Incomplete.\nGET /\n')
    expect((await outputOf(use)).stderr).not.toContain('GET /')
  })

  it('escapes control characters in names', async () => {
    const name = HOSTILE_NAMES.terminal
    const shown = String.raw`a\u001b[2Jb\u009bc\r\nd\u202ee\u2066f\u2028g`
    const { stdout, stderr } = await outputOf((console) => {
      console.print(name, 'second line')
      console.message(name)
      console.warning(name)
      console.progress(name)
    })
    expect(stdout).toBe(`${shown}\nsecond line\n`)
    expect(stderr).toBe(`${shown}\n${shown}\n${shown}\r\u001b[K`)
    expect(escapeControls('Łódź 春节 e\u0301 👩‍👩‍👧 C:\\names')).toBe('Łódź 春节 e\u0301 👩‍👩‍👧 C:\\names')
  })

  it('escapes control characters in JSON without changing the value', async () => {
    const value = { name: 'a\u202eb\u009bc\u2028d\u007fe\nf' }
    const { stdout } = await outputOf((console) => console.json(value), { json: true })
    expect(stdout).toMatch(/^[ -~]+\n$/u)
    expect(JSON.parse(stdout)).toEqual(value)
  })

  it('escapes control characters of a file only on a terminal', async () => {
    const file = Buffer.from('name\tqty\r\n\u001b[2J\u202eä,1\r\n')
    for (const isTerminal of [true, false]) {
      const stdout = collect(isTerminal)
      const console = new Console(stdout, collect(false))
      // In parts, one of which ends inside a character.
      const split = file.indexOf(0xc3) + 1
      await console.writeBytes(file.subarray(0, split))
      await console.writeBytes(file.subarray(split))
      expect(stdout.text().endsWith('ä,1\r\n')).toBe(isTerminal)
      if (isTerminal) expect(stdout.text()).toBe('name\tqty\r\n\\u001b[2J\\u202eä,1\r\n')
    }
  })

  it('escapes a carriage return that would let a value overwrite its line', async () => {
    for (const parts of [
      ['Evil\rSafe,1\r\nb\r', '\nc\r', 'd\r', '\r\ne\r'],
      ['Evil\rSafe,1\r\nb\r\nc\rd\r\r\ne\r'],
    ]) {
      const stdout = collect(true)
      const console = new Console(stdout, collect(false))
      for (const part of parts) await console.writeBytes(Buffer.from(part))
      await console.settle()
      expect(stdout.text()).toBe('Evil\\rSafe,1\r\nb\r\nc\\rd\\r\r\ne\\r')
    }
  })

  it('prints either text or JSON', async () => {
    for (const json of [true, false]) {
      const { stdout } = await outputOf(
        (console) => {
          console.print('text')
          console.json({ type: 'x' })
        },
        { json },
      )
      expect(stdout).toBe(json ? '{"type":"x"}\n' : 'text\n')
    }
  })

  it('ignores a closed pipe and rejects on a full disk', async () => {
    const closedPipe = new Console(
      collect(false, () => systemError('EPIPE')),
      collect(false),
    )
    closedPipe.print('text')
    await expect(closedPipe.settle()).resolves.toBeUndefined()
    const fullDisk = new Console(
      collect(false, () => systemError('ENOSPC')),
      collect(false),
    )
    fullDisk.print('text')
    await expect(fullDisk.settle()).rejects.toThrow('ENOSPC')
  })
})
