import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {} from '../../renderer/api.ts'
import { expect, test, waitUntilReady } from './fixtures.ts'
import { openSample } from './steps.ts'

test('the window has only the calls of the contract', { tag: '@packaged' }, async ({ start }) => {
  const { app, page } = await start()
  const globals = await page.evaluate(async () => ({
    require: typeof (globalThis as Record<string, unknown>)['require'],
    process: typeof (globalThis as Record<string, unknown>)['process'],
    functions: Object.keys(window.api).toSorted(),
    isChanged: Reflect.set(window.api, 'call', () => null),
    unknown: await window.api.call('app.run' as 'app.state'),
  }))
  expect(globals).toMatchObject({
    require: 'undefined',
    process: 'undefined',
    functions: ['call', 'on', 'openDropped', 'releasePictures'],
    isChanged: false,
    unknown: { ok: false, error: { code: 'denied' } },
  })

  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return (
      contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    ).getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  })
})

test('a server that asks for a client certificate gets none of the system', async ({ start }) => {
  const { app } = await start()
  const answer = await app.evaluate(({ app: electron, BrowserWindow }) => {
    let selected: unknown[] | null = null
    let isPrevented = false
    electron.emit(
      'select-client-certificate',
      { preventDefault: () => (isPrevented = true) },
      BrowserWindow.getAllWindows()[0]?.webContents,
      'https://campaigns.example',
      [{ issuerName: 'A company' }],
      (...certificates: unknown[]) => (selected = certificates),
    )
    return { selected, isPrevented }
  })
  expect(answer).toEqual({ selected: [], isPrevented: true })
})

test('invalid input and unknown events are refused', { tag: '@packaged' }, async ({ start }) => {
  const { page } = await start()
  const answers = await page.evaluate(async () => {
    const on = window.api.on as (name: string, listener: () => void) => unknown
    const refused = ((): string => {
      try {
        on('no.such.event', () => undefined)
        return 'subscribed'
      } catch {
        return 'refused'
      }
    })()
    return { call: await window.api.call('connections.open', { connectionId: '../../etc' }), refused }
  })
  expect(answers).toMatchObject({ call: { ok: false, error: { code: 'badInput' } }, refused: 'refused' })
})

test(
  'a frame in the page and a page of another origin are denied',
  { tag: '@packaged' },
  async ({ start }) => {
    const { app } = await start()
    // Calls the handler directly: these pages have no preload script.
    const answers = await app.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const own = BrowserWindow.getAllWindows()[0]
      const handlers = (
        ipcMain as unknown as { _invokeHandlers: Map<string, (...parameters: unknown[]) => unknown> }
      )._invokeHandlers
      const handler = handlers.get('campaign-desk:call')
      if (own === undefined || handler === undefined) return null
      const main = own.webContents.mainFrame
      const call = (sender: unknown, senderFrame: unknown): unknown =>
        handler({ sender, senderFrame }, 'downloads.list')
      return {
        own: await call(own.webContents, main),
        frame: await call(own.webContents, { origin: main.origin }),
        closedFrame: await call(own.webContents, null),
        otherSender: await call({ mainFrame: main }, main),
      }
    })
    const denied = { ok: false, error: { code: 'denied' } }
    expect(answers).toMatchObject({
      own: { ok: true },
      frame: denied,
      closedFrame: denied,
      otherSender: denied,
    })
  },
)

test(
  'the page cannot navigate, open windows, get permissions or use the network',
  { tag: '@packaged' },
  async ({ start }) => {
    const { app, page } = await start()
    const before = page.url()
    const outcome = await page.evaluate(async () => {
      const opened = window.open('https://example.com/')
      const fetched = await fetch('https://example.com/').then(
        () => 'fetched',
        () => 'refused',
      )
      const geolocation = await navigator.permissions
        .query({ name: 'geolocation' })
        .then((status) => status.state)
      const script = document.createElement('script')
      script.textContent = 'globalThis.inlineRan = true'
      document.head.append(script)
      window.location.href = 'https://example.com/'
      return { opened: opened === null, fetched, geolocation, inline: Reflect.has(globalThis, 'inlineRan') }
    })
    expect(outcome).toEqual({ opened: true, fetched: 'refused', geolocation: 'denied', inline: false })
    await page.evaluate(() => window.location.assign('file:///etc/passwd'))
    expect(page.url()).toBe(before)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  },
)

test(
  'the page gets the camera only while its camera dialog is open, and nothing else ever',
  { tag: '@packaged' },
  async ({ start }) => {
    const { app, page } = await start({ args: ['--use-fake-device-for-media-stream'] })
    await openSample(page, 'Kids Week')
    await page.getByRole('grid', { name: 'Items' }).focus()
    /** Which media the page gets, and the names of cameras that it sees. */
    const ask = (): Promise<Readonly<Record<string, string>>> =>
      page.evaluate(async () => {
        const request = async (constraints: MediaStreamConstraints): Promise<string> => {
          try {
            const stream = await navigator.mediaDevices.getUserMedia(constraints)
            for (const track of stream.getTracks()) track.stop()
            return 'granted'
          } catch (error) {
            return error instanceof DOMException ? error.name : String(error)
          }
        }
        const devices = await navigator.mediaDevices.enumerateDevices()
        return {
          camera: await request({ video: true }),
          microphone: await request({ audio: true }),
          both: await request({ video: true, audio: true }),
          screen: await navigator.mediaDevices.getDisplayMedia().then(
            () => 'granted',
            () => 'refused',
          ),
          location: (await navigator.permissions.query({ name: 'geolocation' })).state,
          names: devices.map(({ label }) => label).join(''),
        }
      })
    /** Whether a page in another session gets the camera. */
    const isGrantedElsewhere = (): Promise<boolean> =>
      app.evaluate(async ({ BrowserWindow }) => {
        const other = new BrowserWindow({ show: false, webPreferences: { partition: 'other' } })
        await other.loadURL('about:blank')
        const isGranted = (await other.webContents.executeJavaScript(
          `Promise.resolve(navigator.mediaDevices?.getUserMedia({ video: true }))
            .then((stream) => stream !== undefined, () => false)`,
          true,
        )) as boolean
        other.destroy()
        return isGranted
      })
    const refused = {
      camera: 'NotAllowedError',
      microphone: 'NotAllowedError',
      both: 'NotAllowedError',
      screen: 'refused',
      location: 'denied',
      names: '',
    }
    expect(await ask()).toEqual(refused)

    await page.keyboard.press('ControlOrMeta+Shift+Enter')
    await expect(page.getByRole('listbox', { name: 'Items to review' })).toBeFocused()
    expect(await ask()).toEqual(refused)
    await page.keyboard.press('p')
    const dialog = page.getByRole('dialog', { name: 'Take a photo' })
    await expect(dialog.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    expect(await ask()).toMatchObject({
      camera: 'granted',
      microphone: 'NotAllowedError',
      both: 'NotAllowedError',
      screen: 'refused',
      location: 'denied',
    })
    expect(await isGrantedElsewhere()).toBe(false)

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await ask())['camera']).toBe('NotAllowedError')

    await page.keyboard.press('p')
    await expect(dialog.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await page.reload()
    await waitUntilReady(page)
    expect(await ask()).toMatchObject({ camera: 'NotAllowedError' })
  },
)

test(
  'pages are served only from their folder, with their content security policy',
  { tag: '@packaged' },
  async ({ start }) => {
    const { app } = await start()
    const statuses = await app.evaluate(async ({ net }) => {
      const status = async (path: string): Promise<number> =>
        (await net.fetch(`campaign-desk://${path}`)).status
      const page = await net.fetch('campaign-desk://app/index.en.html')
      return {
        page: page.status,
        policy: page.headers.get('content-security-policy'),
        outside: await status('app/..%2f..%2fpackage.json'),
        missing: await status('app/nothing.html'),
        otherHost: await status('elsewhere/index.html'),
      }
    })
    expect(statuses).toMatchObject({ page: 200, outside: 404, missing: 404, otherHost: 404 })
    expect(statuses.policy).toContain("connect-src 'none'")
  },
)

test(
  'WebRTC, requests and downloads send nothing from the window',
  { tag: '@packaged' },
  async ({ start }) => {
    const packets: Buffer[] = []
    const udp = createSocket('udp4', (packet) => packets.push(packet))
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
    let requests = 0
    const server = createServer((_request, response) => {
      requests += 1
      response.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { app, page } = await start()

    const candidates = await page.evaluate(async (port) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${String(port)}` }] })
      connection.createDataChannel('leak')
      const found: string[] = []
      const complete = new Promise<void>((resolve) => {
        connection.addEventListener('icecandidate', ({ candidate }) => {
          if (candidate === null) resolve()
          else if (candidate.candidate !== '') found.push(candidate.candidate)
        })
      })
      await connection.setLocalDescription(await connection.createOffer())
      await complete
      connection.close()
      return found.filter((candidate) => / udp /iu.test(candidate))
    }, udp.address().port)
    expect(candidates).toEqual([])
    expect(packets).toEqual([])

    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${String(port)}/`
    const reached = await app.evaluate(
      ({ session }, url) =>
        session.defaultSession.fetch(url).then(
          () => 'reached',
          () => 'refused',
        ),
      address,
    )
    expect(reached).toBe('refused')
    expect(await app.evaluate(({ session }, url) => session.defaultSession.resolveProxy(url), address)).toBe(
      'PROXY 127.0.0.1:9',
    )
    expect(requests).toBe(0)

    // The handle is here once the listener is: a download that starts before it would never be seen.
    const refusal = await app.evaluateHandle(({ session }) => ({
      prevented: new Promise<boolean>((resolve) => {
        session.defaultSession.once('will-download', ({ defaultPrevented }) => resolve(defaultPrevented))
      }),
    }))
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['text']))
      link.download = 'leak.txt'
      link.click()
    })
    expect(await refusal.evaluate(({ prevented }) => prevented)).toBe(true)
    udp.close()
    server.close()
  },
)
