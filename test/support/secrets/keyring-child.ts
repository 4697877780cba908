import { createSecrets } from '../../../electron/secrets/create-secrets.ts'

/**
 * Runs in a session of its own, with or without a keyring, and prints what the keys' room says there as JSON. As in
 * two starts of the application: the second one knows nothing but what the keyring kept.
 */
const [id = 'a', key = ''] = process.argv.slice(2)

const first = createSecrets()
const before = { key: await first.get(id), status: await first.status(id) }
const kept = await first.set(id, key)
const held = await first.get(id)

const second = createSecrets()
const after = {
  key: await second.get(id),
  status: await second.status(id),
  other: await second.get(`${id}-other`),
}
await second.remove(id)

const third = createSecrets()
const removed = { key: await third.get(id), status: await third.status(id) }

process.stdout.write(JSON.stringify({ before, kept, held, after, removed }))
