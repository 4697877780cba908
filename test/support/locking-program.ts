// Takes a file lock, reports it on standard output, and holds it until it is killed.
import { withFileLock } from '../../electron/app/file-lock.ts'

const [, , folder = '', name = ''] = process.argv
await withFileLock({ folder, name }, async () => {
  process.stdout.write('locked\n')
  await new Promise(() => setInterval(() => undefined, 1_000))
})
