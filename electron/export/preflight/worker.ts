// The preflight thread: checks one export, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { activeLanguage } from '../../contract/messages.ts'
import { ExportControl } from '../control.ts'
import { activateFileLanguage } from '../file-language.ts'
import { sendResult } from '../worker-task.ts'
import { lowerThreadPriority } from '../../store/thread-priority.ts'
import { runPreflight } from './preflight.ts'
import type { PreflightJob, PreflightMessage } from '../messages.ts'

const { request, control: shared } = workerData as PreflightJob
const control = new ExportControl(shared)

lowerThreadPriority()
await sendResult(async () => {
  await activateFileLanguage(request.content.options.language, activeLanguage())
  return runPreflight(request, {
    isCancelled: () => control.isCancelled(),
    onPreview: (preview) => parentPort?.postMessage({ type: 'preview', preview } satisfies PreflightMessage),
  })
})
