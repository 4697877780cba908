// The store's worker, and a way to make it die in the middle of its work: only tests name this file as the worker.
import { parentPort, workerData } from 'node:worker_threads'
import '../../electron/store/worker.ts'
import { CRASH_CHANNEL } from './crash-channel.ts'

const { role, file } = workerData as { readonly role: string; readonly file: string }
if (parentPort !== null) {
  const channel = new BroadcastChannel(CRASH_CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<{ readonly role: string; readonly file: string }>) => {
    if (data.role === role && data.file === file) throw new Error('Told to die')
  }
}
