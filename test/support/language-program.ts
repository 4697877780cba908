// Serves a role that returns a message in the language of its thread.
import { messages } from '../../electron/contract/messages.ts'
import { serveRole } from '../../electron/store/serve-role.ts'

await serveRole(() => ({
  role: { handlers: { yes: () => messages.items.yes }, close: () => undefined },
  notice: null,
}))
