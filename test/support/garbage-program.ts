// Serves a role whose requests leave garbage. Appends a byte to its file when it has been collected.
import { appendFileSync } from 'node:fs'
import { serveRole, type Role } from '../../electron/store/serve-role.ts'

await serveRole(({ file }) => {
  const collected = new FinalizationRegistry(() => appendFileSync(file, '.'))
  const role: Role = {
    handlers: {
      leaveGarbage: () => {
        collected.register(new Int32Array(1_000), null)
        return null
      },
    },
    close: () => undefined,
  }
  return { role, notice: null }
})
