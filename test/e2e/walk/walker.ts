import type { Locator, Page } from 'playwright/test'
import { messages } from '../../../electron/contract/messages.ts'
import { expect, type RunningApp } from '../fixtures.ts'
import { downloadBy, waitForList } from '../steps.ts'

export interface WalkOptions extends RunningApp {
  /** For files that are written and opened. */
  readonly folder: string
  /** Called with a name when a view, dialog, panel or menu is shown. */
  readonly visit: (name: string) => Promise<void>
}

const FLOATING = 'dialog[open], [popover]:popover-open:not(.tooltip)'

/** Finds controls by their messages in the active language, and opens what is visited. */
export class Walker {
  readonly app: RunningApp['app']
  readonly page: Page
  readonly folder: string
  readonly #visit: WalkOptions['visit']

  constructor({ app, page, folder, visit }: WalkOptions) {
    this.app = app
    this.page = page
    this.folder = folder
    this.#visit = visit
  }

  /** Visits what is shown, once it has loaded. */
  async visit(name: string): Promise<void> {
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0)
    await this.#visit(name)
  }

  /** The dialog, panel or menu that was opened last. */
  get floating(): Locator {
    return this.page.locator(FLOATING).last()
  }

  /** Visits a dialog, panel or menu that `open` opens, and closes it and those below it. */
  async visitFloating(name: string, open: () => Promise<unknown>): Promise<void> {
    await open()
    await expect(this.floating).toBeVisible()
    await this.visit(name)
    await this.close()
  }

  /** Closes all dialogs, panels and menus. */
  async close(): Promise<void> {
    const floating = this.page.locator(FLOATING)
    await expect(async () => {
      if ((await floating.count()) > 0) await this.page.keyboard.press('Escape')
      expect(await floating.count()).toBe(0)
    }).toPass()
  }

  /** Chooses a command of the application menu once it is enabled. */
  async command(id: string): Promise<void> {
    await expect
      .poll(() =>
        this.app.evaluate(({ Menu }, command) => {
          const menu = Menu.getApplicationMenu()
          const isEnabled = menu?.getMenuItemById(command)?.enabled
          if (isEnabled === true) menu.getMenuItemById(command)?.click()
          return isEnabled
        }, id),
      )
      .toBe(true)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** A button of the dialog, panel or menu that was opened last. */
  floatingButton(name: string): Locator {
    return this.floating.getByRole('button', { name, exact: true }).first()
  }

  /** A button of the shown view. */
  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true }).first()
  }

  menuItem(name: string): Locator {
    return this.page.getByRole('menuitem').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  textbox(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  async openTab(name: string): Promise<void> {
    const tab = this.page.getByRole('tab', { name }).first()
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  /** An entry of the list of campaigns. */
  entry(name: string): Locator {
    return this.page
      .getByRole('navigation', { name: messages.campaigns.title })
      .getByRole('option')
      .getByText(name, { exact: true })
  }

  async choose(name: string): Promise<void> {
    await this.entry(name).click()
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(name)
  }

  /** Shows a campaign and downloads it, or its changes. */
  async download(name: string): Promise<void> {
    await this.choose(name)
    await downloadBy(this.page, () => this.command('download'))
  }

  /** The list of items. */
  get list(): Locator {
    return this.page.locator('section.list-view .grid')
  }

  /** Moves the focus to the first item of the list. */
  async focusList(): Promise<void> {
    await waitForList(this.page)
    await this.list.focus()
    await this.press('ControlOrMeta+Home')
  }
}
