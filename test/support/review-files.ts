import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from '../../electron/content/files.ts'
import { inspect } from '../../electron/content/inspect.ts'
import { startReviewFileTask, type RunningReviewFileTask } from '../../electron/review-files/start-task.ts'
import type { ReviewFileTaskResult, ReviewFileTask } from '../../electron/review-files/types.ts'
import { reviewedItem } from '../../electron/contract/review.ts'
import type { Bytes } from './pictures.ts'
import { reviewedRow } from './reviews.ts'
import type { Json, JsonObject } from './store.ts'
import { REVIEW_FILES_WORKER_URL } from './entries.ts'
import type { ZipPart } from './zip.ts'

export function runReviewFileTask<Task extends ReviewFileTask>(
  task: Task,
): RunningReviewFileTask<ReviewFileTaskResult<Task>> {
  return startReviewFileTask(task, REVIEW_FILES_WORKER_URL)
}

const EXTENSIONS: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp' }

/** A picture as `review.json` lists it, and its entry. */
export function photoEntry(bytes: Bytes): { readonly json: JsonObject; readonly part: ZipPart } {
  const content = inspect(bytes)
  const kind = 'kind' in content ? content.kind : 'png'
  const size = ('size' in content ? content.size : null) ?? { width: 4, height: 4 }
  const sha256 = hashOf(bytes)
  return {
    json: {
      sha256,
      kind,
      width: size.width,
      height: size.height,
      bytes: bytes.byteLength,
      addedAt: '2026-11-20T10:00:00.000Z',
    },
    part: { name: `photos/${sha256}.${EXTENSIONS[kind] ?? 'png'}`, bytes, compressed: false },
  }
}

/** An item of `review.json`. */
export function reviewItemJson(number: number, changes: JsonObject = {}): JsonObject {
  return {
    id: `item-${String(number)}`,
    campaignId: 'campaign-1',
    mark: 'problem',
    markedAt: '2026-11-20T10:00:00.000Z',
    note: 'torn',
    item: { ...reviewedItem(reviewedRow(number)) },
    photos: [],
    ...changes,
  }
}

/** The content of `review.json`. */
export function reviewJson(items: readonly JsonObject[], changes: JsonObject = {}): JsonObject {
  return {
    format: 'campaign-desk-review',
    version: '1.0',
    author: 'Ana',
    writtenAt: '2026-11-21T10:00:00.000Z',
    campaigns: [{ id: 'campaign-1', name: 'Summer' }],
    items,
    ...changes,
  }
}

/** The entry with the review. */
export function reviewPart(json: Json | string): ZipPart {
  return { name: 'review.json', bytes: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)) }
}

/** The hash of every file below a folder. */
export async function hashFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name)
    if ((await stat(file)).isFile()) hashes.set(name, hashOf(await readFile(file)))
  }
  return hashes
}
