import type { ElectronApplication, Page } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { expectFocusVisible } from './keys.ts'
import { runCommand } from './steps.ts'

const GUIDE = 'campaign-desk://guide/en/'

/** Returns the page of the guide that `open` opens. */
async function openGuide(app: ElectronApplication, open: () => Promise<unknown>): Promise<Page> {
  const [guide] = await Promise.all([app.waitForEvent('window'), open()])
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('First steps')
  return guide
}

/** Resizes the window of the guide. */
async function resizeGuide(app: ElectronApplication, width: number, height: number, zoom = 1): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [origin, x, y, factor]) => {
      const guide = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith(origin),
      )
      guide?.setContentSize(x, y)
      guide?.webContents.setZoomFactor(factor)
    },
    [GUIDE, width, height, zoom] as const,
  )
}

const MOD = process.platform === 'darwin' ? 'meta' : 'control'

/** Presses a key that main handles, in the window of the guide. */
async function pressInMain(
  app: ElectronApplication,
  modifier: 'alt' | 'control' | 'meta',
  keyCode: string,
): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [origin, held, key]) => {
      const guide = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith(origin),
      )
      guide?.webContents.sendInputEvent({ type: 'keyDown', keyCode: key, modifiers: [held] })
    },
    [GUIDE, modifier, keyCode] as const,
  )
}

/** Returns whether the guide has a window. */
function isOpen(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(
    ({ BrowserWindow }, origin) =>
      BrowserWindow.getAllWindows().some(({ webContents }) => webContents.getURL().startsWith(origin)),
    GUIDE,
  )
}

/** Chooses a line of the application menu. */
function chooseFromMenu(app: ElectronApplication, label: string): Promise<void> {
  return app.evaluate(({ Menu }, searched) => {
    const lines = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    lines.find((line) => line.label.replaceAll('&', '') === searched)?.click()
  }, label)
}

test('the guide opens from the Help menu, and once only', { tag: '@packaged' }, async ({ start }) => {
  const { app, page } = await start()
  const guide = await openGuide(app, () => chooseFromMenu(app, 'Campaign Desk Guide'))
  await expect(guide).toHaveTitle('First steps – Campaign Desk Guide')
  await page.keyboard.press('F1')
  await page.getByRole('button', { name: 'Try with sample data' }).click()
  await expect(page.getByRole('navigation', { name: 'Campaigns' }).getByText('Kids Week')).toBeVisible()
  await runCommand(page, 'manual')
  expect(app.windows()).toHaveLength(2)

  await test.step('is complete', async () => {
    const contents = guide.getByRole('navigation', { name: 'Contents' })
    const pages = await contents
      .locator('.pages > li > a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(pages.length).toBeGreaterThan(8)
    for (const address of pages) {
      await contents.locator(`a[href="${address.slice(GUIDE.length)}"]`).click()
      await guide.waitForURL(address)
      await expect(guide.getByRole('heading', { level: 1 })).toBeVisible()
      const broken = (): Promise<readonly string[]> =>
        guide
          .locator('img')
          .evaluateAll((images: HTMLImageElement[]) =>
            images.filter(({ naturalWidth }) => naturalWidth < 600).map(({ src }) => src),
          )
      await expect.poll(broken).toEqual([])
    }
  })
})

test('the guide is read, searched and closed with the keyboard', async ({ start }) => {
  const { app, page } = await start()
  const guide = await openGuide(app, () => page.keyboard.press('F1'))

  await test.step('skips to the text', async () => {
    await guide.keyboard.press('Tab')
    await expect(guide.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expectFocusVisible(guide)
    await guide.keyboard.press('Enter')
    await expect(guide.getByRole('main')).toBeFocused()
  })

  await test.step('finds a section', async () => {
    await guide.keyboard.press('ControlOrMeta+f')
    const search = guide.getByRole('searchbox', { name: 'Search the guide' })
    await expect(search).toBeFocused()
    await guide.keyboard.type('keychain key every start')
    const results = guide.getByRole('region', { name: 'Search results' })
    await expect(results.getByRole('link').first()).toContainText('You are asked for the key at every start')
    await expect(results.getByRole('status')).toContainText('section')
    await expectAccessible(guide, 'the search of the guide')
    await guide.keyboard.press('ArrowDown')
    await expectFocusVisible(guide)
    await guide.keyboard.press('Enter')
    await expect(guide).toHaveURL(`${GUIDE}troubleshooting.html#you-are-asked-for-the-key-at-every-start`)
    await expect(
      guide.getByRole('heading', { name: 'You are asked for the key at every start' }),
    ).toBeInViewport()
    await guide.keyboard.press('ControlOrMeta+f')
    await guide.keyboard.type('zzz')
    await expect(results.getByRole('status')).toHaveText('No section contains “zzz”.')
    await guide.keyboard.press('Escape')
    await expect(search).toHaveValue('')
    await expect(guide.getByRole('navigation', { name: 'Contents' })).toBeVisible()
  })

  await test.step('goes back and forward', async () => {
    const isMac = process.platform === 'darwin'
    const [back, forward] = isMac ? (['[', ']'] as const) : (['Left', 'Right'] as const)
    await pressInMain(app, isMac ? 'meta' : 'alt', back)
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText('First steps')
    await pressInMain(app, isMac ? 'meta' : 'alt', forward)
    await expect(guide.getByRole('heading', { level: 1 })).toHaveText('Troubleshooting')
  })

  await test.step('zooms', async () => {
    const width = (): Promise<number> => guide.evaluate(() => innerWidth)
    const normal = await width()
    await pressInMain(app, MOD, '=')
    await expect.poll(width).toBeLessThan(normal)
    await pressInMain(app, MOD, '0')
    await expect.poll(width).toBe(normal)
  })

  await test.step('closes, and the application stays', async () => {
    const closed = guide.waitForEvent('close')
    if (process.platform === 'darwin') await guide.close()
    else await pressInMain(app, MOD, 'w')
    await closed
    await expect(page.getByRole('button', { name: 'Try with sample data' })).toBeVisible()
    expect(await isOpen(app)).toBe(false)
    await openGuide(app, () => page.keyboard.press('F1'))
  })
})

test('the guide is accessible in each size', async ({ start }) => {
  const { app, page } = await start()
  const guide = await openGuide(app, () => page.keyboard.press('F1'))
  for (const [width, height, zoom] of [
    [1_280, 800, 1],
    [1_024, 640, 1],
    [1_024, 640, 2],
  ] as const) {
    await resizeGuide(app, width, height, zoom)
    await expect.poll(() => guide.evaluate(() => innerWidth)).toBe(width / zoom)
    for (const name of ['index', 'guide', 'command-line', 'privacy']) {
      await guide
        .getByRole('navigation', { name: 'Contents' })
        .locator(`.pages > li > a[href="${name}.html"]`)
        .click()
      await guide.waitForURL(`${GUIDE}${name}.html`)
      const overflow = (): Promise<number> =>
        guide.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(await overflow(), `${name} at ${String(width / zoom)}`).toBe(0)
      await expectAccessible(guide, `${name} at ${String(width / zoom)}`)
    }
  }
})

test('the guide leaves only through the browser, after a question', async ({ start }) => {
  const { app, page } = await start()
  await app.evaluate(({ dialog, shell }) => {
    const record = globalThis as unknown as { asked: string[]; opened: string[]; response: number }
    record.asked = []
    record.opened = []
    record.response = 1
    dialog.showMessageBox = (...args: unknown[]) => {
      const { message, detail } = args.at(-1) as { readonly message: string; readonly detail: string }
      record.asked.push(`${message} ${detail}`)
      return Promise.resolve({ response: record.response, checkboxChecked: false })
    }
    shell.openExternal = (address) => {
      record.opened.push(address)
      return Promise.resolve()
    }
  })
  const recorded = (name: 'asked' | 'opened'): Promise<readonly string[]> =>
    app.evaluate((_electron, key) => (globalThis as unknown as Record<string, string[]>)[key] ?? [], name)
  const guide = await openGuide(app, () => page.keyboard.press('F1'))
  await guide
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Accessibility' })
    .click()
  const link = guide.getByRole('link', { name: 'Web Content Accessibility Guidelines (WCAG) 2.2' })

  await link.click()
  await expect
    .poll(() => recorded('asked'))
    .toEqual([
      'Open www.w3.org in your browser? The guide links to this address:\nhttps://www.w3.org/TR/WCAG22/',
    ])
  expect(await recorded('opened')).toEqual([])
  await app.evaluate(() => {
    Object.assign(globalThis, { response: 0 })
  })
  await link.click()
  await expect.poll(() => recorded('opened')).toEqual(['https://www.w3.org/TR/WCAG22/'])
  await expect(guide).toHaveURL(`${GUIDE}accessibility.html`)

  await test.step('neither reaches the window, nor is reached from it', async () => {
    expect(await guide.evaluate(() => 'api' in window)).toBe(false)
    expect(await guide.evaluate(() => open('campaign-desk://app/index.html'))).toBeNull()
    const isLoaded = await guide.evaluate(() =>
      fetch('campaign-desk://app/index.html').then(
        () => true,
        () => false,
      ),
    )
    expect(isLoaded).toBe(false)
    await app.evaluate(({ webContents }) => {
      const record: string[] = []
      Object.assign(globalThis, { record })
      for (const contents of webContents.getAllWebContents())
        contents.on('will-frame-navigate', ({ url, defaultPrevented }) => {
          record.push(`${url} ${defaultPrevented ? 'prevented' : 'allowed'}`)
        })
    })
    // Playwright waits for navigations that main prevents, so main is asked what became of them.
    for (const [target, address] of [
      [guide, 'campaign-desk://app/index.html'],
      [page, `${GUIDE}index.html`],
      [guide, 'https://example.com/'],
    ] as const) {
      await target.evaluate((url) => {
        setTimeout(() => {
          location.href = url
        })
      }, address)
      await expect
        .poll(() => app.evaluate(() => (globalThis as unknown as { record: string[] }).record.splice(0)))
        .toEqual([`${address} prevented`])
    }
  })
})

test('closing the last window closes the guide and ends the application', async ({ start }) => {
  test.skip(process.platform === 'darwin', 'an application of macOS continues without windows')
  const { app, page } = await start()
  await openGuide(app, () => page.keyboard.press('F1'))
  const ended = app.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().startsWith('campaign-desk://app')) window.close()
  })
  await ended
})
