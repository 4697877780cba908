import { SessionBus } from './session-bus.ts'
import type { DbusValue } from './marshal.ts'
import type { OlderEntries } from '../types.ts'

// https://specifications.freedesktop.org/secret-service-spec/latest/
const DESTINATION = 'org.freedesktop.secrets'
const SERVICE = 'org.freedesktop.Secret.Service'
const ROOT = '/org/freedesktop/secrets'
/** Stands for a prompt if none is needed. */
const NO_PROMPT = '/'

/** Keytar's entries in the Secret Service, which other libraries do not find because of their attributes. */
export const keytarEntries: OlderEntries = {
  getPassword: (service, account) =>
    withBus(async (bus) => {
      const { unlocked, locked } = await findItems(bus, service, account)
      const [item] = unlocked.length > 0 ? unlocked : await unlock(bus, locked)
      return item === undefined ? null : readSecret(bus, item)
    }),
  deletePassword: (service, account) =>
    withBus(async (bus) => {
      const { unlocked, locked } = await findItems(bus, service, account)
      // A copy in a locked collection would keep the key.
      const items = [...unlocked, ...(await unlock(bus, locked))]
      for (const item of items) {
        const path = { destination: DESTINATION, path: item }
        const [prompt] = await bus.call({
          ...path,
          interface: 'org.freedesktop.Secret.Item',
          member: 'Delete',
        })
        await answerPrompt(bus, prompt)
      }
      return items.length > 0
    }),
}

async function withBus<T>(work: (bus: SessionBus) => Promise<T>): Promise<T> {
  const bus = await SessionBus.open()
  try {
    return await work(bus)
  } finally {
    bus.close()
  }
}

/** Paths of items. */
interface FoundItems {
  readonly unlocked: readonly string[]
  readonly locked: readonly string[]
}

async function findItems(bus: SessionBus, service: string, account: string): Promise<FoundItems> {
  const attributes = [
    ['service', service],
    ['account', account],
  ]
  const [unlocked, locked] = await bus.call({
    destination: DESTINATION,
    path: ROOT,
    interface: SERVICE,
    member: 'SearchItems',
    signature: 'a{ss}',
    args: [attributes],
  })
  return { unlocked: unlocked as readonly string[], locked: locked as readonly string[] }
}

/** Unlocks items, and returns their paths. May prompt the person; rejects if the prompt is dismissed. */
async function unlock(bus: SessionBus, items: readonly string[]): Promise<readonly string[]> {
  if (items.length === 0) return []
  const [opened, prompt] = await bus.call({
    destination: DESTINATION,
    path: ROOT,
    interface: SERVICE,
    member: 'Unlock',
    signature: 'ao',
    args: [[...items]],
  })
  if (prompt === NO_PROMPT) return opened as readonly string[]
  await answerPrompt(bus, prompt)
  return items
}

async function readSecret(bus: SessionBus, item: string): Promise<string> {
  const secretService = { destination: DESTINATION, path: ROOT, interface: SERVICE }
  // Unencrypted: whoever can read this user's socket can also request the secret.
  const [, session] = await bus.call({
    ...secretService,
    member: 'OpenSession',
    signature: 'sv',
    args: ['plain', { signature: 's', value: '' }],
  })
  const [secrets] = await bus.call({
    ...secretService,
    member: 'GetSecrets',
    signature: 'aoo',
    args: [[item], session ?? ''],
  })
  const [[, secret] = []] = secrets as readonly (readonly [string, readonly DbusValue[]])[]
  if (secret === undefined) throw new Error('Cannot get the secret of a locked item')
  return Buffer.from(secret[2] as readonly number[]).toString('utf8')
}

/** Shows a prompt of the Secret Service and waits for its end. Rejects if the person dismisses it. */
async function answerPrompt(bus: SessionBus, prompt: DbusValue | undefined): Promise<void> {
  if (typeof prompt !== 'string' || prompt === NO_PROMPT) return
  await bus.call({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'AddMatch',
    signature: 's',
    args: [`type='signal',interface='org.freedesktop.Secret.Prompt',path='${prompt}'`],
  })
  const completed = bus.nextSignal(({ path, member }) => path === prompt && member === 'Completed')
  const shown = bus.call({
    destination: DESTINATION,
    path: prompt,
    interface: 'org.freedesktop.Secret.Prompt',
    member: 'Prompt',
    signature: 's',
    args: [''],
  })
  const [{ body }] = await Promise.all([completed, shown])
  if (body[0] === true) throw new Error('The prompt that unlocks the keychain was dismissed')
}
