// The store's worker in a thread with a low priority, which it records beside the file when it ends.
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import type { WorkerStart } from '../../electron/store/protocol.ts'

setPriority(constants.priority.PRIORITY_LOW)
await import('../../electron/store/worker.ts')

const { file, role } = workerData as WorkerStart
process.on('exit', () => writeFileSync(`${file}.${role}`, String(getPriority())))
