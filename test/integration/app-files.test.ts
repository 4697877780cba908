import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allOf, hasValue } from '../../electron/contract/filter-tree.ts'
import { NO_LABELS } from '../../electron/contract/connection.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { ItemGenerator } from '../../electron/sample/items.ts'
import { planSample } from '../../electron/sample/plan.ts'
import { DEFAULT_PREFERENCES } from '../../electron/contract/preferences.ts'
import { NO_VIEWS, type ListState, type SavedView } from '../../electron/contract/views.ts'
import { createPreferencesFile } from '../../electron/app/settings-files.ts'
import { createViewsFile } from '../../electron/app/views-file.ts'
import { runWithPermissions } from '../support/run-with-permissions.ts'
import { temporaryFolder } from '../support/store.ts'

const ADDRESS = 'https://print.example/api'
const KEY = 'k-4711-very-distinctive'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const connectionFile = (id: string): string => join(folder.path, 'connections', id, 'connection.json')

/** The names and contents of all files in a folder. */
async function contents(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
  return [...files.map((file) => file.name), ...texts].join('\n')
}

describe('createConnections', () => {
  it('creates no files by reading an empty folder', async () => {
    const connections = createConnections(folder.path)
    expect(await connections.list()).toEqual([])
    expect(await readdir(folder.path)).toEqual([])
    await expect(connections.get('nobody')).rejects.toMatchObject({ code: 'notFound' })
    await expect(connections.get('../../etc')).rejects.toMatchObject({ code: 'notFound' })
    await expect(connections.rename('nobody', 'x')).rejects.toMatchObject({ code: 'notFound' })
    await expect(connections.remove('nobody')).rejects.toMatchObject({ code: 'notFound' })
    await expect(connections.remove('..')).rejects.toMatchObject({ code: 'notFound' })
    expect(await connections.bytesOnDisk('nobody')).toBe(0)
  })

  it('saves a copy of the certificate authority until it is removed', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.create({ baseUrl: ADDRESS, key: KEY })
    expect(await connections.authority(id)).toBeNull()
    const authority = { fileName: 'works.pem', subjects: ['Print Works'] }
    const changed = await connections.setAuthority(id, { ...authority, pem: 'PEM one' })
    expect(changed.authority).toEqual(authority)
    const later = createConnections(folder.path)
    expect(await later.get(id)).toEqual(changed)
    expect(await later.authority(id)).toBe('PEM one')
    await later.setAuthority(id, { ...authority, pem: 'PEM two' })
    expect(await connections.authority(id)).toBe('PEM two')

    expect((await connections.clearAuthority(id)).authority).toBeNull()
    expect(await connections.authority(id)).toBeNull()
    expect(await contents(join(folder.path, 'connections'))).not.toContain('PEM')
    await expect(connections.setAuthority('nobody', { ...authority, pem: '' })).rejects.toMatchObject({
      code: 'notFound',
    })
    expect(await readdir(join(folder.path, 'connections'))).toEqual([id])
  })

  it('trusts no authority without settings or without its copy', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.create({ baseUrl: ADDRESS, key: KEY })
    const file = join(folder.path, 'connections', id, 'ca.pem')
    await writeFile(file, 'PEM')
    expect(await connections.authority(id)).toBeNull()
    await connections.setAuthority(id, { fileName: 'a', subjects: [], pem: 'PEM' })
    await rm(file)
    expect(await connections.authority(id)).toBeNull()
  })

  it('saves connections in the order of creation', async () => {
    const connections = createConnections(folder.path)
    const first = await connections.create({ baseUrl: ADDRESS, key: KEY })
    const second = await connections.create({ baseUrl: 'http://127.0.0.1:8080', key: KEY, name: ' Store ' })
    const sample = await connections.createSample()
    expect(first).toMatchObject({
      name: 'print.example',
      kind: 'service',
      baseUrl: ADDRESS,
      labels: NO_LABELS,
    })
    expect(second.name).toBe('Store')
    expect(sample).toMatchObject({ kind: 'sample', baseUrl: null })
    expect(first.id).toMatch(/^[0-9a-z-]{1,64}$/u)

    const later = createConnections(folder.path)
    expect(await later.list()).toEqual([first, second, sample])
    expect(await later.get(second.id)).toEqual(second)
    expect(await later.createSample()).toEqual(sample)
    expect(await later.bytesOnDisk(first.id)).toBeGreaterThan(100)
    expect(later.takeNotices()).toEqual([])
  })

  it('never writes a key to disk', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.create({ baseUrl: ADDRESS, key: KEY, name: 'A' })
    await connections.replaceKey(id, `${KEY}-2`)
    const everything = await contents(folder.path)
    expect(everything).not.toContain(KEY)
    expect(everything).not.toContain(Buffer.from(KEY).toString('base64'))
    expect(everything).not.toContain(Buffer.from(KEY).toString('hex'))
  })

  it('distinguishes connections with the same address by their keys', async () => {
    const connections = createConnections(folder.path)
    const mine = await connections.create({ baseUrl: ADDRESS, key: 'key of mine' })
    const yours = await connections.create({ baseUrl: ADDRESS, key: 'key of yours' })
    expect(await connections.findByAddress(ADDRESS)).toEqual([mine, yours])
    expect(await connections.findByAddress(ADDRESS, 'key of yours')).toEqual([yours])
    expect(await connections.findByAddress(ADDRESS, 'another key')).toEqual([])
    expect(await connections.findByAddress('https://other.example', 'key of mine')).toEqual([])
    await connections.replaceKey(mine.id, 'another key')
    expect(await connections.findByAddress(ADDRESS, 'another key')).toEqual([mine])
    expect(await connections.findByAddress(ADDRESS, 'key of mine')).toEqual([])
  })

  it('renames a connection, and names values', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.create({ baseUrl: ADDRESS, key: 'k' })
    expect((await connections.rename(id, ' New name ')).name).toBe('New name')
    expect((await connections.rename(id, '  ')).name).toBe('New name')
    const field = 'itemStatus'
    await connections.setLabels(id, [
      { field, label: { value: 5, name: 'Draft', color: 'blue' } },
      { field, label: { value: 2, name: ' Done ', color: 'green' } },
      { field: 'campaignState', label: { value: 1, name: '', color: 'teal' } },
    ])
    await connections.setLabels(id, [
      { field, label: { value: 5, name: 'Sketch', color: 'red' } },
      { field, label: { value: 77, name: '', color: 'neutral' } },
    ])
    expect((await createConnections(folder.path).get(id)).labels).toEqual({
      itemStatus: [
        { value: 2, name: 'Done', color: 'green' },
        { value: 5, name: 'Sketch', color: 'red' },
      ],
      campaignStatus: [],
      campaignState: [{ value: 1, name: '', color: 'teal' }],
    })
    const { labels } = await connections.setLabels(id, [
      { field, label: { value: 2, name: '', color: 'neutral' } },
    ])
    expect(labels.itemStatus).toEqual([{ value: 5, name: 'Sketch', color: 'red' }])
  })

  it('creates the sample with names for all of its statuses', async () => {
    const { labels } = await createConnections(folder.path).createSample()
    const items = new ItemGenerator(planSample())
    const statuses = new Set(Array.from({ length: 2_000 }, (_, slot) => items.item(slot).status ?? 0))
    expect(labels.itemStatus.map(({ value }) => value)).toEqual([...statuses].sort((a, b) => a - b))
    expect(new Set(labels.itemStatus.map(({ name }) => name)).size).toBe(statuses.size)
  })

  it('keeps all of many simultaneous changes', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.create({ baseUrl: ADDRESS, key: 'k' })
    const values = Array.from({ length: 20 }, (_, value) => value)
    await Promise.all([
      ...values.map((value) =>
        connections.setLabels(id, [{ field: 'itemStatus', label: { value, name: 'x', color: 'blue' } }]),
      ),
      connections.rename(id, 'Renamed'),
    ])
    const connection = await connections.get(id)
    expect(connection.labels.itemStatus.map(({ value }) => value)).toEqual(values)
    expect(connection.name).toBe('Renamed')
    expect(await readdir(join(folder.path, 'connections', id))).toEqual(['connection.json'])
  })

  it('removes a connection with its folder', async () => {
    const connections = createConnections(folder.path)
    const remaining = await connections.create({ baseUrl: ADDRESS, key: KEY })
    const removed = await connections.createSample()
    await writeFile(join(folder.path, 'connections', removed.id, 'cache.db'), 'x'.repeat(1_000))
    expect(await connections.bytesOnDisk(removed.id)).toBeGreaterThan(1_000)
    await connections.remove(removed.id)
    expect(await connections.list()).toEqual([remaining])
    expect(await readdir(join(folder.path, 'connections'))).toEqual([remaining.id])
  })

  it('deletes the leftovers of an interrupted removal', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.createSample()
    await mkdir(join(folder.path, 'connections', '.removed-earlier'))
    expect(await connections.list()).toHaveLength(1)
    await connections.remove(id)
    expect(await readdir(join(folder.path, 'connections'))).toEqual([])
  })

  it('deletes the leftovers of a crash without another removal', async () => {
    const connections = createConnections(folder.path)
    await connections.removeLeftovers()
    const { id } = await connections.createSample()
    await mkdir(join(folder.path, 'connections', '.removed-earlier'))
    await writeFile(join(folder.path, 'connections', '.removed-earlier', 'cache.db'), 'campaigns')
    await connections.removeLeftovers()
    expect(await readdir(join(folder.path, 'connections'))).toEqual([id])
  })

  it.each([
    ['is truncated', '{"name": "x", '],
    ['is empty', ''],
    ['has another type', '[1, 2]'],
    ['lacks required fields', '{"name":"x","kind":"service","createdAt":1}'],
    ['has an unknown kind', '{"name":"x","kind":"odd","baseUrl":null,"createdAt":1}'],
  ])('sets aside a file that %s, reports it once, and opens the others', async (_what, text) => {
    const connections = createConnections(folder.path)
    const good = await connections.create({ baseUrl: ADDRESS, key: KEY })
    const bad = await connections.createSample()
    await writeFile(connectionFile(bad.id), text)
    await writeFile(join(folder.path, 'connections', bad.id, 'cache.db'), 'campaigns')

    const later = createConnections(folder.path)
    expect(await later.list()).toEqual([good])
    const [notice, ...others] = later.takeNotices()
    expect(others).toEqual([])
    expect(notice).toMatchObject({ code: 'connectionDamaged' })
    const aside =
      (await readdir(join(folder.path, 'connections', bad.id))).find((name) => name !== 'cache.db') ?? ''
    expect(notice?.message).toContain(aside)
    expect(await readFile(join(folder.path, 'connections', bad.id, aside), 'utf8')).toBe(text)
    expect(await readFile(join(folder.path, 'connections', bad.id, 'cache.db'), 'utf8')).toBe('campaigns')
    expect(later.takeNotices()).toEqual([])
    expect(await later.list()).toEqual([good])
    expect(later.takeNotices()).toEqual([])
  })

  it('keeps fields of a later version', async () => {
    const connections = createConnections(folder.path)
    const { id } = await connections.createSample()
    const text = await readFile(connectionFile(id), 'utf8')
    await writeFile(connectionFile(id), text.replace('{', '{"later": {"x": 1},'))
    await connections.rename(id, 'Y')
    expect(JSON.parse(await readFile(connectionFile(id), 'utf8'))).toMatchObject({
      later: { x: 1 },
      name: 'Y',
    })
  })

  it('ignores folders and files that are not connections', async () => {
    const connections = createConnections(folder.path)
    await connections.createSample()
    await mkdir(join(folder.path, 'connections', 'EMPTY'))
    await mkdir(join(folder.path, 'connections', 'half-made'))
    await writeFile(join(folder.path, 'connections', '.DS_Store'), '')
    expect(await connections.list()).toHaveLength(1)
    expect(connections.takeNotices()).toEqual([])
  })

  it('reports a file in place of the folder', async () => {
    await writeFile(join(folder.path, 'connections'), 'a file where the folder should be')
    const connections = createConnections(folder.path)
    expect(await connections.list()).toEqual([])
    await expect(connections.createSample()).rejects.toMatchObject({ code: 'cacheUnavailable' })
  })

  it.skipIf(process.platform === 'win32')('reports a read-only folder', async () => {
    const probe = fileURLToPath(new URL('../support/read-only-connections-probe.ts', import.meta.url))
    await chmod(folder.path, 0o500)
    expect(runWithPermissions(probe, folder.path)).toBe('folderReadOnly')
    await chmod(folder.path, 0o700)
  })
})

describe('createPreferencesFile', () => {
  const file = (): string => join(folder.path, 'preferences.json')

  it('loads defaults without a file', async () => {
    expect(await createPreferencesFile(folder.path).load()).toEqual({
      preferences: DEFAULT_PREFERENCES,
      notice: null,
      ignoredShortcuts: [],
    })
  })

  it('reads the query of a version with only patterns and values', async () => {
    const query = { search: '^a', filters: { status: [1, null], isLocked: [false] }, sort: [] }
    const lastView = { ...DEFAULT_PREFERENCES.lastView, query }
    await writeFile(file(), JSON.stringify({ ...DEFAULT_PREFERENCES, lastView }))
    const { preferences, notice } = await createPreferencesFile(folder.path).load()
    expect(notice).toBeNull()
    expect(preferences.lastView.query).toEqual({
      search: '^a',
      searchMode: 'pattern',
      list: null,
      filters: allOf(hasValue('status', 1, null), hasValue('isLocked', false)),
      group: null,
      sort: [],
    })
  })

  it('reads preferences of a version without contact sheet', async () => {
    const { contactSheet, ...before } = { ...DEFAULT_PREFERENCES, theme: 'dark' as const }
    await writeFile(file(), JSON.stringify(before))
    expect(await createPreferencesFile(folder.path).load()).toEqual({
      preferences: { ...before, contactSheet },
      notice: null,
      ignoredShortcuts: [],
    })
  })

  it('adds a later default column to the table of campaigns once', async () => {
    const { campaignTable } = DEFAULT_PREFERENCES
    const { defaultColumns: _, ...earlier } = {
      ...campaignTable,
      columns: { order: ['name', 'brand', 'status', 'items'], widths: { name: 300 }, frozen: 1 },
    }
    await writeFile(
      join(folder.path, 'preferences.json'),
      JSON.stringify({ ...DEFAULT_PREFERENCES, campaignTable: earlier }),
    )
    const earlierFile = createPreferencesFile(folder.path)
    const { preferences, notice } = await earlierFile.load()
    expect(notice).toBeNull()
    expect(preferences.campaignTable.columns).toEqual({
      ...earlier.columns,
      order: ['name', 'brand', 'status', 'nextDate', 'items'],
    })
    const hidden = {
      ...preferences,
      campaignTable: { ...preferences.campaignTable, columns: { order: ['name'], widths: {} } as const },
    }
    await earlierFile.save(hidden)
    expect(await createPreferencesFile(folder.path).load()).toMatchObject({
      preferences: hidden,
      notice: null,
    })
  })

  it('loads what was saved last', async () => {
    const preferences = createPreferencesFile(folder.path)
    const saved = Array.from({ length: 10 }, (_, index) => ({
      ...DEFAULT_PREFERENCES,
      theme: index % 2 === 0 ? ('light' as const) : ('dark' as const),
    }))
    await Promise.all(saved.map((each) => preferences.save(each)))
    expect(await createPreferencesFile(folder.path).load()).toMatchObject({
      preferences: saved[9],
      notice: null,
    })
    expect(await readdir(folder.path)).toEqual(['preferences.json'])
  })

  it('ignores shortcuts that are invalid, and keeps everything else', async () => {
    const shortcuts = { export: 'Mod+Shift+X', back: null, nobody: 'F8', home: 'Hyper+H', search: 7 }
    await writeFile(file(), JSON.stringify({ ...DEFAULT_PREFERENCES, theme: 'dark', shortcuts }))
    expect(await createPreferencesFile(folder.path).load()).toEqual({
      preferences: {
        ...DEFAULT_PREFERENCES,
        theme: 'dark',
        shortcuts: { export: 'Mod+Shift+X', back: null },
      },
      notice: null,
      ignoredShortcuts: ['nobody', 'home', 'search'],
    })
    expect(await readdir(folder.path)).toEqual(['preferences.json'])
  })

  it.each([
    ['broken', '{"theme": '],
    ['invalid', '{"theme": "loud"}'],
  ])('sets aside a file that is %s, and loads defaults', async (_what, text) => {
    await writeFile(file(), text)
    const preferences = createPreferencesFile(folder.path)
    const loaded = await preferences.load()
    expect(loaded).toMatchObject({ preferences: DEFAULT_PREFERENCES, notice: { code: 'preferencesDamaged' } })
    const [aside = ''] = await readdir(folder.path)
    expect(loaded.notice?.message).toContain(aside)
    expect(await readFile(join(folder.path, aside), 'utf8')).toBe(text)
    await preferences.save(DEFAULT_PREFERENCES)
    expect((await preferences.load()).notice).toBeNull()
  })

  it('reads preferences of a later version without unknown settings', async () => {
    const preferences = { ...DEFAULT_PREFERENCES, theme: 'dark' as const }
    const later = {
      ...preferences,
      density: 'compact',
      wallpaper: 'shelf',
      panes: { ...preferences.panes, historyOpen: true, historyWidth: 300 },
      lastView: {
        ...preferences.lastView,
        tab: 'map',
        query: {
          search: 'a',
          filters: { qty: { min: 1, rounded: true }, material: { values: ['paper'] } },
          group: 'material',
          sort: [
            { key: 'material', direction: 1 },
            { key: 'qty', direction: -1 },
            { key: 'finish', direction: 1 },
          ],
          zoom: 2,
        },
      },
      columns: { order: ['material', 'qty', 'finish', 'itemName'], widths: { material: 80, qty: 90 } },
      rowHeight: 'huge',
    }
    await writeFile(file(), JSON.stringify(later))
    const loaded = await createPreferencesFile(folder.path).load()
    expect(loaded.notice).toBeNull()
    expect(loaded.preferences).toMatchObject({
      ...preferences,
      columns: { order: ['qty', 'itemName'], widths: { qty: 90 } },
    })
    expect(loaded.preferences.lastView.query).toMatchObject({
      search: 'a',
      filters: allOf({ column: 'qty', operator: 'atLeast', value: 1 }),
      group: null,
      sort: [{ key: 'qty', direction: -1 }],
    })
    expect(JSON.stringify(loaded.preferences)).not.toMatch(/density|wallpaper|history|zoom|rounded|material/u)
    expect(await readdir(folder.path)).toEqual(['preferences.json'])
  })

  it('does not change a file that it cannot read', async () => {
    await mkdir(file())
    const { preferences, notice } = await createPreferencesFile(folder.path).load()
    expect(preferences).toEqual(DEFAULT_PREFERENCES)
    expect(notice?.message).toMatch(/can’t be read.*Defaults apply/u)
    expect(notice?.message).not.toContain('kept as')
    expect(await readdir(folder.path)).toEqual(['preferences.json'])
  })

  it('reports settings that cannot be saved as such, and not as a failed download', async () => {
    await writeFile(join(folder.path, 'data'), '')
    const saving = createPreferencesFile(join(folder.path, 'data')).save(DEFAULT_PREFERENCES)
    await expect(saving).rejects.toMatchObject({ code: 'settingsNotSaved' })
    await expect(saving).rejects.toThrow(/^Your changes couldn’t be saved: system error E/u)
  })
})

describe('createViewsFile', () => {
  const file = (): string => join(folder.path, 'views.json')
  const columns = { order: ['posNumber', 'qty'], widths: { qty: 90 } } as const
  const query = {
    search: 'poster',
    searchMode: 'words',
    list: ['0012'],
    filters: allOf(hasValue('status', 1, null), {
      match: 'any',
      conditions: [
        { column: 'updatedAt', operator: 'inLast', count: 7, unit: 'days' },
        hasValue('review', 'problem', 'none'),
      ],
    }),
    group: 'status',
    sort: [{ key: 'qty', direction: 1 }],
  } as const
  const view: SavedView = {
    id: 'v1',
    name: 'To be approved',
    place: { connectionId: 'c1', campaignId: 'k1' },
    query,
    columns,
  }
  const list = (at: number, search: string): ListState => ({
    connectionId: 'c1',
    campaignId: `k${String(at)}`,
    query: { ...query, search },
    columns: at === 0 ? columns : null,
  })

  it('loads what was saved last, and no views at first', async () => {
    expect(await createViewsFile(folder.path).load()).toEqual({ views: NO_VIEWS, notice: null })
    const views = { saved: [view, { ...view, id: 'v2', place: null }], lists: [list(0, 'a'), list(1, '')] }
    await createViewsFile(folder.path).save(views)
    expect(await createViewsFile(folder.path).load()).toEqual({ views, notice: null })
  })

  it('reads the filters of earlier versions', async () => {
    const filters = {
      status: [1, null],
      itemName: { values: ['A'], empty: false, duplicates: true },
      posNumber: { unlike: 'A-#' },
      qty: { min: 1, max: 5 },
      updatedAt: { min: new Date(2026, 7, 1).getTime(), max: new Date(2026, 7, 6).getTime() - 1 },
      '/round': { max: 2 },
    }
    const earlier = {
      saved: [{ ...view, query: { search: '', filters, unseenOnly: true, marks: ['problem'], sort: [] } }],
      lists: [],
    }
    await writeFile(file(), JSON.stringify(earlier))
    const { views, notice } = await createViewsFile(folder.path).load()
    expect(notice).toBeNull()
    expect(views.saved[0]?.query.filters).toEqual(
      allOf(
        hasValue('status', 1, null),
        hasValue('itemName', 'A'),
        { column: 'itemName', operator: 'isNotEmpty' },
        { column: 'itemName', operator: 'isDuplicated' },
        { column: 'posNumber', operator: 'doesNotMatchFormat', text: 'A-#' },
        { column: 'qty', operator: 'between', from: 1, to: 5 },
        { column: 'updatedAt', operator: 'between', from: '2026-08-01', to: '2026-08-05' },
        { column: '/round', operator: 'atMost', value: 2 },
        hasValue('unseen', true),
        hasValue('review', 'problem'),
      ),
    )
  })

  it('reads the filters of later versions without what it does not know', async () => {
    const filters = {
      match: 'any',
      conditions: [
        { column: 'qty', operator: 'atLeast', value: 1 },
        { column: 'qty', operator: 'isPrime' },
        { column: 'material', operator: 'is', values: ['paper'] },
        { column: 'itemName', operator: 'contains', text: 'a', language: 'de' },
        { match: 'all', conditions: [{ column: 'color', operator: 'isRed' }] },
        { match: 'all', conditions: [hasValue('isLocked', true)], title: 'Locked' },
      ],
      title: 'Mine',
    }
    const later = { saved: [{ ...view, query: { search: '', filters, sort: [] } }], lists: [] }
    await writeFile(file(), JSON.stringify(later))
    const { views, notice } = await createViewsFile(folder.path).load()
    expect(notice).toBeNull()
    expect(views.saved[0]?.query.filters).toEqual({
      match: 'any',
      conditions: [{ column: 'qty', operator: 'atLeast', value: 1 }, allOf(hasValue('isLocked', true))],
    })
  })

  it('stores the colors of rows, and reads known parts of those of later versions', async () => {
    const rule = { color: 'red', filters: allOf(hasValue('isLocked', true)) } as const
    const colored = { ...list(0, ''), rowColors: [rule] }
    await createViewsFile(folder.path).save({ saved: [{ ...view, rowColors: [] }], lists: [colored] })
    expect((await createViewsFile(folder.path).load()).views).toEqual({
      saved: [{ ...view, rowColors: [] }],
      lists: [colored],
    })
    const later = {
      color: 'gold',
      filters: { match: 'all', conditions: [hasValue('qty', 0), { column: 'qty', operator: 'isPrime' }] },
      tint: true,
    }
    await writeFile(file(), JSON.stringify({ saved: [], lists: [{ ...colored, rowColors: [later, rule] }] }))
    const { views, notice } = await createViewsFile(folder.path).load()
    expect(notice).toBeNull()
    expect(views.lists[0]?.rowColors).toEqual([
      { color: 'neutral', filters: allOf(hasValue('qty', 0)) },
      rule,
    ])
  })

  it('keeps the latest list states within a size limit', async () => {
    const lists = Array.from({ length: 200 }, (_, at) => list(at, 'x'.repeat(10_000)))
    await createViewsFile(folder.path).save({ saved: [view], lists: lists.map((each) => each) })
    const { views } = await createViewsFile(folder.path).load()
    expect(views.saved).toEqual([view])
    expect(views.lists.length).toBeGreaterThan(150)
    expect(views.lists.length).toBeLessThan(200)
    expect(views.lists).toEqual(lists.slice(0, views.lists.length))
  })

  it('rejects saved views beyond the size limit, and keeps the existing file', async () => {
    const viewsFile = createViewsFile(folder.path)
    await viewsFile.save({ saved: [view], lists: [] })
    const longest = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(20, '0'))
    const long = { ...view, query: { ...query, list: longest } }
    const saved = Array.from({ length: 3 }, (_, at) => ({ ...long, id: `v${String(at)}` }))
    await expect(viewsFile.save({ saved, lists: [] })).rejects.toMatchObject({ code: 'badInput' })
    expect(await createViewsFile(folder.path).load()).toEqual({
      views: { saved: [view], lists: [] },
      notice: null,
    })
  })

  it.each([
    ['broken', '{"saved": '],
    ['invalid', '{"saved": [{"name": "nothing else"}], "lists": []}'],
  ])('sets aside a file that is %s, and loads no views', async (_what, text) => {
    await writeFile(file(), text)
    const { views, notice } = await createViewsFile(folder.path).load()
    expect(views).toEqual(NO_VIEWS)
    expect(notice).toMatchObject({ code: 'viewsDamaged' })
    const [aside = ''] = await readdir(folder.path)
    expect(notice?.message).toContain(aside)
    expect(await readFile(join(folder.path, aside), 'utf8')).toBe(text)
  })
})
