// Serves a role whose idle work ends only when a request arrives. Appends a byte to its file at each start.
import { appendFileSync } from 'node:fs'
import { serveRole, type Role } from '../../electron/store/serve-role.ts'

await serveRole(({ file }) => {
  const role: Role = {
    handlers: { echo: ([value]: readonly [unknown]) => value },
    whenIdle: (throwIfCancelled) => {
      appendFileSync(file, '.')
      for (;;) throwIfCancelled()
    },
    close: () => undefined,
  }
  return { role, notice: null }
})
