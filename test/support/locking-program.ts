// Takes a file lock, prints that, and keeps it until it is killed.
import { withFileLock } from '../../electron/app/file-lock.ts'
import './messages-setup.ts'

const [, , folder = '', name = ''] = process.argv
await withFileLock({ folder, name }, async () => {
  process.stdout.write('locked\n')
  await new Promise(() => setInterval(() => undefined, 1_000))
})
