import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NEW_WINDOW, WindowStateFile } from '../../electron/shell/window-state.ts'

const BOUNDS = { x: 1, y: 2, width: 900, height: 700 }
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'window-state-'))
  file = join(folder, 'window.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps the windows and the folder of exports', () => {
  const state = new WindowStateFile(file)
  expect(state.state).toEqual({ windows: [], exportFolder: null })
  const view = { connectionId: 'c1', campaignId: null, tab: 'items' } as const
  state.update({ windows: [NEW_WINDOW, { ...NEW_WINDOW, bounds: BOUNDS, view }] })
  state.update({ exportFolder: '/exports' })
  expect(new WindowStateFile(file).state).toEqual({
    windows: [NEW_WINDOW, { ...NEW_WINDOW, bounds: BOUNDS, view }],
    exportFolder: '/exports',
  })
})

it('reads the only window of an earlier version', () => {
  writeFileSync(file, JSON.stringify({ bounds: BOUNDS, maximized: true, exportFolder: '/exports' }))
  expect(new WindowStateFile(file).state).toEqual({
    windows: [{ bounds: BOUNDS, maximized: true, fullScreen: false, view: null }],
    exportFolder: '/exports',
  })
})

it('leaves out an unreadable view, and replaces an unreadable file', () => {
  const window = { bounds: BOUNDS, maximized: false, fullScreen: false, view: { tab: 'later' } }
  writeFileSync(file, JSON.stringify({ windows: [window], exportFolder: null }))
  expect(new WindowStateFile(file).state.windows).toEqual([{ ...window, view: null }])
  writeFileSync(file, '{')
  const state = new WindowStateFile(file)
  expect(state.state.windows).toEqual([])
  state.update({ windows: [NEW_WINDOW] })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ windows: [NEW_WINDOW] })
})
