import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changePreferences,
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../electron/contract/preferences.ts'
import {
  availableSettings,
  type SettingsSituation,
  matchesSearch,
  SETTING_IDS,
  SETTING_SECTIONS,
  settingEntry,
  sectionReset,
} from '../../renderer/state/settings.ts'
import { makeConnection } from '../support/contract-values.ts'

/** Preferences of which each setting may have another value than the default. */
const anyPreferences: fc.Arbitrary<Preferences> = fc
  .record({
    theme: fc.constantFrom('system', 'dark'),
    rowHeight: fc.constantFrom('normal', 'roomy'),
    interfaceSize: fc.constantFrom(100, 125),
    pictures: fc.record({
      oldAfterDays: fc.constantFrom(7, 30),
      mostMegabytes: fc.constantFrom(5_000, 1_000),
    }),
    reviewing: fc.boolean(),
    singleReview: fc.record({
      layout: fc.constantFrom('auto', 'touch'),
      marksAt: fc.constantFrom('start', 'end'),
      advances: fc.boolean(),
    }),
    author: fc.constantFrom('', 'Ada'),
    shortcuts: fc.constantFrom({}, { export: 'F8' }),
  } as const)
  .map((changed) => ({ ...DEFAULT_PREFERENCES, ...changed }))

describe('the reset of a section', () => {
  it('restores its settings and no others', () => {
    fc.assert(
      fc.property(anyPreferences, fc.constantFrom(...SETTING_SECTIONS), (before, section) => {
        const change = sectionReset(section, before)
        const after = changePreferences(before, change ?? {})
        expect(sectionReset(section, after)).toBeNull()
        if (section === 'shortcuts') expect(after.shortcuts).toEqual({})
        else expect(after.shortcuts).toBe(before.shortcuts)
        for (const id of SETTING_IDS) {
          const { section: own, preference } = settingEntry(id)
          if (preference === undefined) continue
          expect(preference.isDefault(after), id).toBe(own === section || preference.isDefault(before))
        }
      }),
    )
  })

  it('is not offered for sections with defaults', () => {
    for (const section of SETTING_SECTIONS) expect(sectionReset(section, DEFAULT_PREFERENCES)).toBeNull()
  })
})

describe('the available settings', () => {
  const situation: SettingsSituation = { connection: null, isManaged: false, updateMethod: 'notSetUp' }

  it('include those of a connection only while one of that kind is open', () => {
    const none = availableSettings(situation)
    const sample = availableSettings({ ...situation, connection: makeConnection({ kind: 'sample' }) })
    const connection = makeConnection({ kind: 'service' })
    const service = availableSettings({ connection, isManaged: true, updateMethod: 'self' })
    expect(none).not.toContain('statusNames')
    expect(sample).toContain('statusNames')
    expect(sample).not.toContain('authority')
    expect(service).toEqual(SETTING_IDS)
  })

  it('include the choices for updates only in a build that can find new versions', () => {
    expect(availableSettings(situation)).not.toContain('updates')
    expect(availableSettings(situation)).not.toContain('updateChannel')
    expect(availableSettings({ ...situation, updateMethod: 'package' })).toContain('updates')
  })
})

describe('the search for settings', () => {
  it('needs all words, in any order and across texts, without case and accents', () => {
    const texts = ['Pictures', 'Space for pictures']
    expect(matchesSearch('PICTURES space', texts)).toBe(true)
    expect(matchesSearch('píctures', texts)).toBe(true)
    expect(matchesSearch('pictures disk', texts)).toBe(false)
    expect(matchesSearch('  ', texts)).toBe(false)
  })
})
