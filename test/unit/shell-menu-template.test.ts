import { describe, expect, it } from 'vitest'
import type { Platform } from '../../electron/contract/accelerators.ts'
import type { RecentCampaign } from '../../electron/app/recent-campaigns.ts'
import { menuTemplate, type MenuActions, type MenuState } from '../../electron/shell/menu-template.ts'

const PLATFORMS: readonly Platform[] = ['darwin', 'linux', 'win32']

const ACTIONS: MenuActions = {
  command: () => undefined,
  openLog: () => undefined,
  openRecent: () => undefined,
  clearRecent: () => undefined,
}
const STATE: MenuState = {
  platform: 'linux',
  appName: 'Campaign Desk',
  isPackaged: false,
  labels: { undo: null, redo: null },
  recentCampaigns: [],
}
const RECENT: readonly RecentCampaign[] = [
  { connectionId: 'c1', campaignId: 'k1', name: 'Summer & Sun' },
  { connectionId: 'c1', campaignId: 'k2', name: '' },
]

const MNEMONIC = /(?<!&)&(?:&&)*([^&])/u

/** Returns the lines of each menu, by its label; the menus themselves under an empty label. */
function menusOf(lines: ReturnType<typeof menuTemplate>, name = ''): Map<string, readonly string[]> {
  const menus = new Map<string, readonly string[]>([[name, lines.flatMap(({ label }) => label ?? [])]])
  for (const { label = '', submenu } of lines) {
    if (!Array.isArray(submenu)) continue
    for (const [inner, labels] of menusOf(submenu, label)) menus.set(inner, labels)
  }
  return menus
}

const mnemonicsOf = (labels: readonly string[]): readonly string[] =>
  labels.map((label) => MNEMONIC.exec(label)?.[1]?.toLowerCase() ?? `none: ${label}`)

describe('the application menu', () => {
  it.each(['linux', 'win32'] as const)(
    'has one mnemonic for each line, unique in its menu, on %s',
    (platform) => {
      const menus = menusOf(menuTemplate({ ...STATE, platform }, ACTIONS))
      expect(menus.size).toBeGreaterThan(8)
      for (const [menu, labels] of menus) {
        const mnemonics = mnemonicsOf(labels)
        expect(
          mnemonics.filter((each) => each.length > 1),
          menu,
        ).toEqual([])
        expect(
          mnemonics.filter((each, index) => mnemonics.indexOf(each) !== index),
          menu,
        ).toEqual([])
      }
    },
  )

  it.each(['linux', 'win32'] as const)('names every line of a role on %s', (platform) => {
    const lines = menuTemplate({ ...STATE, platform }, ACTIONS)
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .filter(({ role }) => role !== undefined)
    expect(lines.length).toBeGreaterThan(6)
    expect(lines.every(({ label }) => label !== undefined)).toBe(true)
  })

  it('has no mnemonics on macOS', () => {
    const menus = menusOf(menuTemplate({ ...STATE, platform: 'darwin' }, ACTIONS))
    expect([...menus.values()].flat().filter((label) => label.includes('&'))).toEqual([])
  })

  it('names what can be undone, with the mnemonic at its start', () => {
    const labels = { undo: 'Undo note “A & B”', redo: null }
    const edit = menusOf(menuTemplate({ ...STATE, labels }, ACTIONS)).get('&Edit')
    expect(edit?.slice(0, 2)).toEqual(['&Undo note “A && B”', '&Redo'])
  })

  it.each(PLATFORMS)('lists recent campaigns, and clears them, on %s', (platform) => {
    const calls: string[] = []
    const actions: MenuActions = {
      ...ACTIONS,
      openRecent: ({ campaignId }) => calls.push(campaignId),
      clearRecent: () => calls.push('clear'),
    }
    const template = menuTemplate({ ...STATE, platform, recentCampaigns: RECENT }, actions)
    const lines = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const recent = lines.find(({ label }) => label?.replace('&', '') === 'Open Recent')
    expect(recent?.enabled).toBe(true)
    const items = Array.isArray(recent?.submenu) ? recent.submenu : []
    expect(items.map(({ label, type }) => label?.replace('&Clear', 'Clear') ?? type)).toEqual([
      'Summer && Sun',
      'k2',
      'separator',
      'Clear Recent',
    ])
    for (const { click } of items) click?.(null as never, undefined, null as never)
    expect(calls).toEqual(['k1', 'k2', 'clear'])
    const empty = menuTemplate({ ...STATE, platform }, ACTIONS)
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .find(({ label }) => label?.replace('&', '') === 'Open Recent')
    expect(empty?.enabled).toBe(false)
  })
})
