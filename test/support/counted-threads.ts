import { existsSync, readFileSync } from 'node:fs'

/** Worker that records its threads. */
export const COUNTED_WORKER_URL = new URL('./counted-threads-program.ts', import.meta.url)

/** The file in which threads of a database file are recorded. */
export function threadsFile(file: string): string {
  return `${file}.threads`
}

/** Returns the roles of the threads of a database file that run. */
export function runningThreads(file: string): readonly string[] {
  const running: string[] = []
  if (!existsSync(threadsFile(file))) return running
  for (const line of readFileSync(threadsFile(file), 'utf8').split('\n').filter(Boolean)) {
    const role = line.slice(1)
    if (line.startsWith('+')) running.push(role)
    else running.splice(running.indexOf(role), 1)
  }
  return running.sort()
}
