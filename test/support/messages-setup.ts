import { activateLanguage } from '../../electron/contract/messages.ts'

await activateLanguage('en')
