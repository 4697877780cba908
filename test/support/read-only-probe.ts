// Opens a store with the permissions of the current user, and prints what is possible.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../electron/contract/app-error.ts'
import { EMPTY_QUERY } from '../../electron/contract/query.ts'
import { openTestStore } from './store.ts'
import './messages-setup.ts'

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : String(error))
const [, , file = ''] = process.argv

try {
  const store = await openTestStore(file)
  const { items } = await store.countItems()
  const { count: found } = await store.openResult({ ...EMPTY_QUERY, search: 'item 2' }, 'probe')
  const write = await store.beginDownload('campaign-1', 'full').then(() => 'written', codeOf)
  await store.close()
  process.stdout.write(JSON.stringify({ items, found, write, files: readdirSync(dirname(file)) }))
} catch (error) {
  process.stdout.write(JSON.stringify({ open: codeOf(error) }))
}
