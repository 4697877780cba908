import type { ElectronApplication } from 'playwright/test'

/** A line of the application menu. */
interface MenuLine {
  /** Label of the menu that contains it. */
  readonly menu: string
  /** Without the mark of its mnemonic. */
  readonly label: string
  readonly enabled: boolean
  readonly accelerator: string | null
}

/** Returns the lines of the application menu and of the menus in it, separators left out. */
export function menuLines(app: ElectronApplication): Promise<readonly MenuLine[]> {
  return app.evaluate(({ Menu }) => {
    const plain = (label: string): string => label.replaceAll(/&(.)/gu, '$1')
    const linesOf = (menu: string, items: readonly Electron.MenuItem[]): readonly MenuLine[] =>
      items
        .filter(({ type }) => type !== 'separator')
        .flatMap(({ label, enabled, accelerator, submenu }) => [
          { menu, label: plain(label), enabled, accelerator: accelerator ?? null },
          ...linesOf(plain(label), submenu?.items ?? []),
        ])
    return linesOf('', Menu.getApplicationMenu()?.items ?? [])
  })
}

/** Returns a line of the application menu; undefined if there is none. */
export async function menuLine(app: ElectronApplication, label: string): Promise<MenuLine | undefined> {
  return (await menuLines(app)).find((line) => line.label === label)
}

/** Chooses the first line that starts with a text, as the system does. */
export async function chooseFromAppMenu(app: ElectronApplication, start: string): Promise<void> {
  await app.evaluate(({ Menu }, searched) => {
    const itemsOf = (items: readonly Electron.MenuItem[]): readonly Electron.MenuItem[] =>
      items.flatMap((item) => [item, ...itemsOf(item.submenu?.items ?? [])])
    itemsOf(Menu.getApplicationMenu()?.items ?? [])
      .find(({ label }) => label.replaceAll(/&(.)/gu, '$1').startsWith(searched))
      ?.click()
  }, start)
}
