import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import type { ApiName } from './contract/api.ts'
import { CALL_CHANNEL, DROP_CHANNEL, EVENT_CHANNEL, type Bridge } from './contract/bridge.ts'
import { EVENT_NAMES, type EventName } from './contract/events.ts'

/** The names of the contract, inserted by the build, so that the preload stays small. */
declare const API_NAMES: readonly ApiName[]

type Listener = (event: unknown) => void

/**
 * Creates `window.api`: one function for each name of the contract, and `on`. Neither `ipcRenderer` nor its
 * events reach the page, and the page can call only names of the contract.
 */
function bridge(): Bridge {
  const listeners = new Map<EventName, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set()]))
  ipcRenderer.on(EVENT_CHANNEL, (_event, name: EventName, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  })

  const calls = API_NAMES.map((name) => [
    name,
    (input?: unknown) => ipcRenderer.invoke(CALL_CHANNEL, name, input),
  ])
  const on = (name: EventName, listener: Listener): (() => void) => {
    const subscribed = listeners.get(name)
    if (subscribed === undefined) throw new TypeError('There is no event of that name.')
    // A separate wrapper for each subscription, so that the same listener can be subscribed twice.
    const wrapper: Listener = (event) => listener(event)
    subscribed.add(wrapper)
    return () => subscribed.delete(wrapper)
  }
  // A file that the page created has no path.
  const openDropped = (file: object): void => {
    const path = file instanceof File ? webUtils.getPathForFile(file) : ''
    if (path !== '') ipcRenderer.send(DROP_CHANNEL, path)
  }
  const releasePictures = (): void => webFrame.clearCache()
  return { ...Object.fromEntries(calls), on, openDropped, releasePictures } as Bridge
}

contextBridge.exposeInMainWorld('api', bridge())
