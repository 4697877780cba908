// The store’s worker, which appends the start and the end of each thread to a file.
import { appendFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import '../../electron/store/worker.ts'
import type { WorkerStart } from '../../electron/store/protocol.ts'
import { threadsFile } from './counted-threads.ts'

const { file, role } = workerData as WorkerStart
appendFileSync(threadsFile(file), `+${role}\n`)
process.on('exit', () => appendFileSync(threadsFile(file), `-${role}\n`))
