import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PictureGuard } from '../../electron/shell/picture-guard.ts'
import { temporaryFolder } from '../support/store.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let now: number

beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder.path, 'data', 'left-out.json')
  now = 1_000_000
})
afterEach(() => folder.remove())

const open = (): PictureGuard => new PictureGuard(file, () => now)

describe('PictureGuard', () => {
  it('allows all pictures before a crash', () => {
    const guard = open()
    guard.sent('a')
    expect([guard.isTurnedOff, guard.problemOf('a'), guard.notices]).toEqual([false, null, []])
    expect(open().problemOf('a')).toBeNull()
  })

  it('blocks recent pictures after a crash, also after a restart, until they are allowed again', () => {
    const guard = open()
    guard.sent('long ago')
    now += 60_000
    guard.sent('a')
    guard.sent('b')
    now += 1_000
    guard.crashed({ turnOff: false })
    for (const each of [guard, open()]) {
      expect(['long ago', 'a', 'b', 'c'].map((hash) => each.problemOf(hash))).toEqual([
        null,
        'crashed',
        'crashed',
        null,
      ])
      expect(each.notices.map(({ code }) => code)).toEqual(['picturesLeftOut'])
      expect(each.isTurnedOff).toBe(false)
    }
    guard.turnOn()
    for (const each of [guard, open()]) expect([each.problemOf('a'), each.notices]).toEqual([null, []])
  })

  it('blocks all pictures after a crash that turns them off', () => {
    const guard = open()
    guard.crashed({ turnOff: false })
    expect(guard.notices).toEqual([])
    guard.crashed({ turnOff: true })
    guard.crashed({ turnOff: false })
    for (const each of [guard, open()]) {
      expect([each.isTurnedOff, each.problemOf('a')]).toEqual([true, 'turnedOff'])
      expect(each.notices.map(({ code }) => code)).toEqual(['picturesTurnedOff'])
    }
  })

  it('reads the files of earlier versions', () => {
    mkdirSync(join(folder.path, 'data'))
    writeFileSync(file, '{"turnedOff":false,"leftOut":["a"]}')
    expect([open().problemOf('a'), open().problemOf('b')]).toEqual(['crashed', null])
  })

  it('allows all pictures if its file is damaged, and limits the blocked ones', () => {
    const guard = open()
    for (let index = 0; index < 1_500; index += 1) guard.sent(`picture-${String(index)}`)
    guard.crashed({ turnOff: false })
    expect(open().problemOf('picture-10')).toBe('crashed')
    expect((JSON.parse(readFileSync(file, 'utf8')) as { leftOut: string[] }).leftOut).toHaveLength(1_000)
    writeFileSync(file, '{"turnedOff":1')
    expect([open().isTurnedOff, open().notices]).toEqual([false, []])
  })
})
