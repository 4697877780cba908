import { createSecrets } from '../../../electron/secrets/create-secrets.ts'
import { LOADERS, type LoaderName } from './libraries.ts'
import '../messages-setup.ts'

/**
 * Runs in a separate session with or without a keyring, and prints as JSON what the keychain module returns
 * in two starts of the application.
 */
const [id = 'a', key = '', writer = 'both', reader = writer] = process.argv.slice(2)
const writing = { keychain: LOADERS[writer as LoaderName] }
const reading = { keychain: LOADERS[reader as LoaderName] }

const first = createSecrets(writing)
const before = { key: await first.get(id), status: await first.status(id) }
const saved = await first.set(id, key)
const current = await first.get(id)

const second = createSecrets(reading)
const after = {
  key: await second.get(id),
  status: await second.status(id),
  other: await second.get(`${id}-other`),
}
await second.set(id, `${key}-2`)
const replaced = { key: await createSecrets(reading).get(id) }
// An outdated key in the first library would be used again later.
const outdated = writer === reader ? null : await createSecrets(writing).get(id)
await second.remove(id)

const third = createSecrets(reading)
const removed = {
  key: await third.get(id),
  status: await third.status(id),
  keyOfWriter: await createSecrets(writing).get(id),
}

process.stdout.write(JSON.stringify({ before, saved, current, after, replaced, outdated, removed }))
