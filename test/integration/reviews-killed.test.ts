import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { KEEP_WRAPPERS } from '../../build/node-flags.ts'
import { hashOf } from '../../electron/content/files.ts'
import { numberedPng } from '../support/pictures.ts'
import { repetitions } from '../support/repetitions.ts'
import { itemIdOf, temporaryFolder } from '../support/store.ts'
import { readReviews } from '../../electron/review/review-rows.ts'
import { photosFolder } from '../../electron/review/photos.ts'

const PROGRAM = fileURLToPath(new URL('../support/marking-program.ts', import.meta.url))
const KILLS = repetitions(16, 400)
/** Number of concurrent processes, each with its own file. */
const CONCURRENT_PROCESSES = 4

/** Runs the program until it has printed this many lines and a moment longer; returns its lines. */
async function runUntilKilled(
  file: string,
  first: number,
  lines: number,
  delayMs: number,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [KEEP_WRAPPERS, PROGRAM, file, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let isKilled = false
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    output += chunk
    if (isKilled || output.split('\n').length <= lines) return
    isKilled = true
    setTimeout(() => child.kill('SIGKILL'), delayMs)
  })
  await Promise.all([once(child, 'exit'), once(child.stdout, 'end')])
  // An incomplete line does not count.
  return output.split('\n').slice(0, -1)
}

async function killRepeatedly(file: string, kills: number): Promise<number> {
  const acknowledged = { marked: new Set<number>(), noted: new Set<number>(), attached: new Set<number>() }
  const { marked, noted, attached } = acknowledged
  // How far each run gets depends on the machine: enough runs to add a photo and to mark.
  const isEnough = (): boolean => attached.size > 0 && marked.size > kills
  for (let run = 0; run < kills || (!isEnough() && run < 20 * kills); run += 1) {
    const first = marked.size === 0 ? 0 : Math.max(...marked) + 1
    const printed = await runUntilKilled(file, first, Math.floor(Math.random() * 9), Math.random() * 8)
    for (const line of printed) {
      const [kind = '', number] = line.split(' ')
      if (kind in acknowledged) acknowledged[kind as keyof typeof acknowledged].add(Number(number))
    }
    const reviewsById = new Map(readReviews(file).map((review) => [review.campaignItemId, review]))
    for (const number of marked) {
      const review = reviewsById.get(itemIdOf(number))
      expect(review).toMatchObject({ mark: 'problem', markedAt: number })
      if (noted.has(number)) expect(review?.note).toBe(`Note ${String(number)}`)
      if (attached.has(number)) expect(review?.photos[0]?.hash).toBe(hashOf(numberedPng(number)))
    }
    // Every listed photo is stored in full.
    for (const { photos } of reviewsById.values()) {
      for (const { hash } of photos) expect(hashOf(await readFile(photoFile(file, hash)))).toBe(hash)
    }
  }
  expect(attached.size).toBeGreaterThan(0)
  return marked.size
}

function photoFile(reviewsFile: string, hash: string): string {
  return join(photosFolder(reviewsFile), hash.slice(0, 2), hash)
}

describe('marking in a process that is killed', () => {
  it(
    'loses no acknowledged mark, note or photo',
    async () => {
      await using folder = await temporaryFolder()
      const files = Array.from({ length: CONCURRENT_PROCESSES }, (_, index) =>
        join(folder.path, String(index), 'reviews.db'),
      )
      const marked = await Promise.all(
        files.map((file) => killRepeatedly(file, KILLS / CONCURRENT_PROCESSES)),
      )
      expect(Math.min(...marked)).toBeGreaterThan(KILLS / CONCURRENT_PROCESSES)
    },
    KILLS * 20_000,
  )
})
