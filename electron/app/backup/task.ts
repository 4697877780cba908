import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { BackupContents, BackupProgress, RestoreTarget } from '../../contract/backup.ts'
import { messages } from '../../contract/messages.ts'
import { receiveResult } from '../../export/worker-task.ts'
import { unusable } from './file-rules.ts'
import type { FileManifest } from './manifest.ts'

/** Writes the collected files of a folder to a backup file. */
export interface WriteTask extends Pick<FileManifest, 'kind' | 'at' | 'appVersion' | 'sourceId'> {
  readonly type: 'write'
  /** Absolute path. */
  readonly file: string
  /** Folder with the collected files. */
  readonly folder: string
  /** Their paths in the folder. */
  readonly paths: readonly string[]
}

/** Checks a backup file from an untrusted source, and unpacks it. */
export interface ReadTask {
  readonly type: 'read'
  readonly file: string
  /** Folder for the files; null to only check their hashes. */
  readonly folder: string | null
}

/** Counts the reviews of files. */
export interface CountTask {
  readonly type: 'count'
  readonly files: readonly string[]
}

/** Merges restored reviews into a copy of the present ones. */
export interface MergeTask {
  readonly type: 'merge'
  /** The copy, which changes. */
  readonly file: string
  readonly restoredFile: string
  /** In milliseconds since 1970. */
  readonly at: number
  /** Line above a restored note that is below a present one. */
  readonly heading: string
}

export type BackupTask = WriteTask | ReadTask | CountTask | MergeTask

/** A backup file that was checked. */
export interface ReadBackupFile {
  readonly manifest: FileManifest
  /** Size of the file. */
  readonly bytes: number
}

export type ReviewsSummary = Pick<RestoreTarget, 'reviews' | 'markedAt'>

export interface TaskResults {
  readonly write: { readonly contents: BackupContents; readonly bytes: number }
  readonly read: ReadBackupFile
  readonly count: readonly ReviewsSummary[]
  readonly merge: null
}

/** Messages of the thread before its result. */
export type TaskEvent =
  /** A file that it is about to create, which is removed if the thread ends early. */
  { readonly type: 'unfinished'; readonly file: string } | ({ readonly type: 'progress' } & BackupProgress)

export type SendEvent = (event: TaskEvent) => void

/** A running task. */
export interface RunningTask<Value> {
  /** Rejects with an `AppError`; any other error is internal. */
  readonly done: Promise<Value>
  /** Stops the task and removes its unfinished file. */
  readonly cancel: () => void
}

const MAX_HEAP_MB = 1_024

/**
 * Runs a task in a separate thread with limited memory.
 * @param workerUrl the worker's script: bundled in the application, the source in tests
 */
export function startBackupTask<Task extends BackupTask>(
  task: Task,
  workerUrl: URL,
  onProgress: (progress: BackupProgress) => void = () => undefined,
): RunningTask<TaskResults[Task['type']]> {
  const worker = new Worker(workerUrl, {
    workerData: task,
    name: 'backup',
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  let unfinished: string | null = null
  let isCancelled = false
  const result = receiveResult<TaskResults[Task['type']], TaskEvent>(worker, {
    isCancelled: () => isCancelled,
    onEvent: (event) => {
      if (event.type === 'progress') onProgress({ phase: event.phase, bytes: event.bytes })
      else unfinished = event.file
    },
  })

  const finish = async (): Promise<TaskResults[Task['type']]> => {
    try {
      return await result
    } catch (error) {
      // A terminated thread has not removed its file.
      if (unfinished !== null) await rm(unfinished, { force: true }).catch(() => undefined)
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw isFull ? unusable(messages.reasons.archive.outOfMemory, error) : error
    }
  }

  return {
    done: finish(),
    cancel: () => {
      isCancelled = true
      void worker.terminate()
    },
  }
}
