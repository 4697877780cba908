// npm run messages: derives the types of the messages from the English catalog.
import { writeFileSync } from 'node:fs'
import { messageTypes, TYPES_FILE } from './messages.ts'

writeFileSync(TYPES_FILE, messageTypes())
