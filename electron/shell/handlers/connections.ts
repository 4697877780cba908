import { setTimeout } from 'node:timers/promises'
import type { ApiInput, OpenedConnection } from '../../contract/api.ts'
import { isUnreadableCache } from '../../contract/faults.ts'
import { AppError } from '../../contract/app-error.ts'
import type { Connection, ConnectionCheck, ConnectionInput, KeyStatus } from '../../contract/connection.ts'
import { checkKey, normalizeBaseUrl } from '../../service/address-and-key.ts'
import { keyForAddress } from '../../app/changed-address.ts'
import { saveClientCertificate } from '../../app/client-certificates.ts'
import { forgetConnection } from '../../app/connections.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'
import { callingSlot, callingWindow } from '../calling-window.ts'
import { showConnections } from '../shown-connections.ts'
import { push, pushToOthers } from '../window-events.ts'
import type { AuthorityCalls } from './authorities.ts'
import type { ClientCertificateCalls } from './client-certificates.ts'
import type { DoctorCalls } from './doctor.ts'

type AddressInput = ApiInput<'connections.setAddress'>

type ConnectionCalls = Extract<keyof Handlers, `connections.${string}`>

/** Saved items are shown without a key, so the window waits no longer than this for the keychain. */
const KEY_TIMEOUT_MS = 100

/** If no view is drawn, the key is read after this time, in milliseconds. */
const FIRST_VIEW_LIMIT_MS = 1_000

/** A person is waiting for the result. */
const TEST_RETRY = { attempts: 3 }

/** Connections: test, create, open, rename and remove them, and name their values. */
export function connectionHandlers(
  services: ShellServices,
): Omit<Pick<Handlers, ConnectionCalls>, AuthorityCalls | ClientCertificateCalls | DoctorCalls> {
  const { connections, sessions, secrets, keys, networks, logger, schedule, serviceWatch, recentCampaigns } =
    services

  /** Ids of open connections without their cache, which is opened again on request. */
  const unreadable = new Set<string>()
  const opened = async (connectionId: string): Promise<OpenedConnection> => {
    const session = await sessions.get(connectionId)
    const usesService = session.connection.kind === 'service'
    const window = callingWindow()
    if (window !== null) {
      window.connectionId = connectionId
      window.usesService = usesService
    }
    showConnections(services)
    if (usesService)
      push('connection.service', { connectionId, service: serviceWatch.statusOf(connectionId) })
    const current: { key: KeyStatus | null } = { key: null }
    // Loading the library of the keychain takes longer than opening the first list.
    const isFirstView = window?.isViewDrawn === false
    const drawn = isFirstView
      ? Promise.race([window.viewDrawn, setTimeout(FIRST_VIEW_LIMIT_MS, null, { ref: false })])
      : null
    const keyStatus = Promise.resolve(drawn)
      .then(() => session.keyStatus())
      .then((status) => (current.key = status))
    const [connection, campaigns] = await Promise.all([
      // Its name and labels may have changed since it was opened.
      connections.get(connectionId),
      session.store.listCampaigns().catch(() => []),
      // The keychain may ask the person first, or be slow.
      isFirstView ? null : Promise.race([keyStatus, setTimeout(KEY_TIMEOUT_MS, null, { ref: false })]),
    ])
    const { key } = current
    if (key === null) void keyStatus.then((status) => push('connection.key', { connectionId, key: status }))
    if (isUnreadableCache(session.notice)) unreadable.add(connectionId)
    return { connection, key, campaigns, notice: session.notice }
  }

  /** Shows a changed connection in the other windows. */
  const showInOthers = (connection: Connection): Connection => {
    pushToOthers('connection.changed', connection)
    return connection
  }

  /** Shows the state of a changed key in the other windows. */
  const showKeyInOthers = (connectionId: string, key: KeyStatus): KeyStatus => {
    pushToOthers('connection.key', { connectionId, key })
    return key
  }

  const checked = (input: ConnectionInput): { readonly baseUrl: string; readonly key: string } => {
    const baseUrl = normalizeBaseUrl(input.baseUrl)
    checkKey(input.key)
    logger.conceal(input.key)
    return { baseUrl, key: input.key }
  }

  /** The running tests, by the slot of their window. */
  const tests = new Map<string, AbortController>()
  /** Runs a test that the window can stop; ends its earlier one. */
  const stoppable = async <Value>(run: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
    const slot = callingSlot()
    const controller = new AbortController()
    tests.get(slot)?.abort()
    tests.set(slot, controller)
    try {
      return await run(controller.signal)
    } finally {
      if (tests.get(slot) === controller) tests.delete(slot)
    }
  }

  const test = async (input: ConnectionInput): Promise<ConnectionCheck> => {
    const { baseUrl, key } = checked(input)
    return stoppable(async (signal) => {
      const { testService } = await import('../../app/test-service.ts')
      const fetch = networks.fetchTo(baseUrl)
      return testService({ baseUrl, key, fetch, retry: TEST_RETRY, isNew: true, signal })
    })
  }

  /**
   * Tests a new address with the settings that the connection would have there: its authorities and client
   * certificate.
   */
  const testAddress = async (
    { connectionId, key, baseUrl, sendKeyTo }: AddressInput,
    options: { readonly signal?: AbortSignal } = {},
  ) => {
    const connection = await connections.get(connectionId)
    const address = { baseUrl: normalizeBaseUrl(baseUrl), key, sendKeyTo }
    const used = await keyForAddress(connection, address, keys)
    checkKey(used)
    logger.conceal(used)
    const { testService } = await import('../../app/test-service.ts')
    const check = await networks.tryAddress(connectionId, address.baseUrl, (fetch) =>
      testService({
        baseUrl: address.baseUrl,
        key: used,
        fetch,
        retry: TEST_RETRY,
        isNew: false,
        ...options,
      }),
    )
    return { baseUrl: address.baseUrl, key: used, check }
  }

  return {
    'connections.testAddress': (input) =>
      stoppable(async (signal) => (await testAddress(input, { signal })).check),
    'connections.setAddress': async (input) => {
      const { connectionId } = input
      const { baseUrl, key } = await testAddress(input)
      // Other calls for the connection wait, so that none opens it with the previous address.
      await sessions.closeWhile(connectionId, async () => {
        // A crash in between must leave neither key with the wrong address.
        const savedKey = await secrets.get(connectionId)
        await secrets.remove(connectionId)
        try {
          const connection = await connections.setAddress(connectionId, baseUrl, key)
          await keys.save(connection, key)
          await schedule.changed(connection)
        } catch (error) {
          if (savedKey !== null) await secrets.set(connectionId, savedKey)
          throw error
        }
        await networks.changed(connectionId)
      })
      const answer = await opened(connectionId)
      showInOthers(answer.connection)
      // Results of other windows ended with the session.
      pushToOthers('data.changed', { connectionId, campaignIds: null })
      return answer
    },
    'connections.test': test,
    'connections.create': async (input) => {
      const { baseUrl, key } = checked(input)
      // A connection that fails its first test is not saved.
      await test(input)
      const [existing] = await connections.findByAddress(baseUrl, key)
      const connection = existing ?? (await connections.create({ baseUrl, key, name: input.name }))
      // The connection may exist, with certificates that were not part of the test.
      const isChanged = existing !== undefined && (await keys.status(existing)).storage === 'withheld'
      // The test has just reached the service.
      serviceWatch.record(connection.id, true, Date.now())
      const authority = networks.trustedAt(baseUrl)
      if (authority !== null) await connections.setAuthority(connection.id, authority)
      const clientCertificate = networks.presentedAt(baseUrl)
      if (clientCertificate !== null) await saveClientCertificate(connection.id, clientCertificate, services)
      await networks.changed(connection.id)
      if (!isChanged) await keys.save(connection, key)
      const answer = await opened(connection.id)
      // Downloads may be waiting for this key.
      if (existing !== undefined) await sessions.keyChanged(connection.id)
      showInOthers(answer.connection)
      return answer
    },
    'connections.previewSample': async () => {
      const { previewSample } = await import('../../app/sample-preview.ts')
      return previewSample()
    },
    'connections.stopTest': () => {
      tests.get(callingSlot())?.abort()
      return null
    },
    'connections.createSample': async () => opened(showInOthers(await connections.createSample()).id),
    'connections.open': async ({ connectionId }) => {
      if (unreadable.delete(connectionId)) await sessions.close(connectionId)
      return opened(connectionId)
    },
    'connections.checkService': () => {
      serviceWatch.checkNow()
      return null
    },
    'connections.rename': async ({ connectionId, name }) =>
      showInOthers(await connections.rename(connectionId, name)),
    'connections.replaceKey': async ({ connectionId, key }) => {
      checkKey(key)
      logger.conceal(key)
      const session = await sessions.get(connectionId)
      const before = await session.keyStatus()
      // The window asks about the change first.
      if (before.storage === 'withheld') {
        push('connection.key', { connectionId, key: before })
        throw new AppError('keyWithheld')
      }
      await connections.replaceKey(connectionId, key)
      const status = await keys.save(session.connection, key)
      session.keyChanged()
      serviceWatch.checkNow()
      return showKeyInOthers(connectionId, status)
    },
    'connections.confirmKey': async ({ connectionId, key, ...shown }) => {
      if (key !== null) {
        checkKey(key)
        logger.conceal(key)
      }
      const session = await sessions.get(connectionId)
      const status = await keys.confirm(session.connection, shown, key)
      if (key !== null) await connections.replaceKey(connectionId, key)
      await networks.changed(connectionId)
      session.keyChanged()
      serviceWatch.checkNow()
      return showKeyInOthers(connectionId, status)
    },
    'connections.storage': () => connections.storage(),
    'connections.footprint': async ({ connectionId }) => (await sessions.get(connectionId)).footprint(),
    'connections.forget': async ({ connectionId }) => {
      schedule.forget(connectionId)
      serviceWatch.forget(connectionId)
      await sessions.cancelAll(connectionId)
      await sessions.closeWhile(connectionId, () => forgetConnection(connectionId, connections, secrets))
      await networks.changed(connectionId)
      await recentCampaigns.forget(connectionId, null)
      const remaining = await connections.list()
      pushToOthers('connection.removed', { connectionId, remaining })
      return remaining
    },
    'connections.setAutomatic': async ({ connectionId, automatic }) => {
      const connection = await connections.setAutomatic(connectionId, automatic)
      await schedule.changed(connection)
      return showInOthers(connection)
    },
    'connections.setLabels': async ({ connectionId, changes }) =>
      showInOthers(await connections.setLabels(connectionId, changes)),
  }
}
