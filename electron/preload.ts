import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import { CALL_CHANNEL, DROP_CHANNEL, EVENT_CHANNEL, type Bridge } from './contract/bridge.ts'
import { EVENT_NAMES, type EventName } from './contract/events.ts'

type Listener = (event: unknown) => void

/**
 * Creates `window.api`. Neither `ipcRenderer` nor its events reach the page. There is one function for all
 * calls, because each function that the page receives takes time at every start.
 */
function bridge(): Bridge {
  const listeners = new Map<EventName, Set<Listener>>(EVENT_NAMES.map((name) => [name, new Set()]))
  ipcRenderer.on(EVENT_CHANNEL, (_event, name: EventName, payload: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  })

  const call = (name: string, input?: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CALL_CHANNEL, name, input)
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
  return { call, on, openDropped, releasePictures } as Bridge
}

contextBridge.exposeInMainWorld('api', bridge())
