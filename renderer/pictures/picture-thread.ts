import { DrawingFailed, type JobAnswer, type JobName, type JobRequest, type PictureJobs } from './jobs.ts'

/** Longer than this nothing may take, in milliseconds: a file can be made so that it never ends. */
const LONGEST_MS = 20_000

interface Pending {
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/** A thread that draws pictures, which starts with the first one. What takes too long ends it; the next starts another. */
export class PictureThread {
  #worker: Worker | null = null
  #sequence = 0
  readonly #pending = new Map<number, Pending>()
  readonly #onError: (event: ErrorEvent) => void

  /** @param onError is told of an error that ends the thread. */
  constructor(onError: (event: ErrorEvent) => void = () => undefined) {
    this.#onError = onError
  }

  /** Throws {@link DrawingFailed}. Buffers in the input are given over. */
  do<Name extends JobName>(
    name: Name,
    input: PictureJobs[Name]['input'],
    transfer: readonly Transferable[] = [],
  ): Promise<PictureJobs[Name]['output']> {
    const worker = (this.#worker ??= this.#start())
    const sequence = ++this.#sequence
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#end('tooSlow')
      }, LONGEST_MS)
      this.#pending.set(sequence, { resolve, reject, timer })
      const request: JobRequest<Name> = { sequence, name, input }
      worker.postMessage(request, [...transfer])
    })
  }

  close(): void {
    this.#end('broken')
  }

  #start(): Worker {
    const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<JobAnswer>) => {
      const pending = this.#pending.get(data.sequence)
      if (pending === undefined) return
      this.#pending.delete(data.sequence)
      clearTimeout(pending.timer)
      if ('problem' in data) pending.reject(new DrawingFailed(data.problem))
      else pending.resolve(data.output as never)
    })
    worker.addEventListener('error', (event) => {
      this.#onError(event)
      if (worker === this.#worker) this.#end('broken')
    })
    return worker
  }

  #end(problem: 'broken' | 'tooSlow'): void {
    this.#worker?.terminate()
    this.#worker = null
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject, timer } of pending) {
      clearTimeout(timer)
      reject(new DrawingFailed(problem))
    }
  }
}
