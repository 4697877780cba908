import { afterEach, expect, it } from 'vitest'
import { dateLocale } from '../../electron/contract/date-locale.ts'
import {
  activateFeatures,
  activateLanguage,
  activeLanguage,
  directionOf,
  LANGUAGES,
  listText,
  messages,
  messagesIn,
  PSEUDO_LOCALES,
  resolveLanguage,
  setNumberLocale,
} from '../../electron/contract/messages.ts'
import { literals, messageFaults, unusedMessages } from '../../build/message-faults.ts'
import { compileCatalog, readCatalog } from '../../build/messages.ts'

afterEach(async () => {
  setNumberLocale('en')
  await activateLanguage('en')
})

it('selects the plural and formats numbers in the locale of the system', () => {
  expect(messages.backups.counts.marks({ count: 1 })).toBe('1 mark')
  expect(messages.backups.counts.marks({ count: 12_000 })).toBe('12,000 marks')
  setNumberLocale('de')
  expect(messages.backups.counts.marks({ count: 12_000 })).toBe('12.000 marks')
})

it('returns values unchanged', () => {
  const file = String.raw`{count} <b>\x41\u0042 '#' %s`
  expect(messages.backups.written({ file })).toBe(`Backed up to ${file}`)
})

it('isolates values in the other direction', async () => {
  const name = 'شتاء'
  expect(messages.backups.written({ file: name })).toBe(`Backed up to \u2068${name}\u2069`)
  await activateLanguage('ar-XB')
  expect(messages.backups.written({ file: 'a.zip' })).toContain('\u2068a.zip\u2069')
  expect(messages.backups.written({ file: '12' })).not.toContain('\u2068')
  expect(messages.settings.theme.options.dark).toBe('\u200F\u202EDark\u202C\u200F')
})

it('lengthens and mirrors messages, but not their values', async () => {
  await activateLanguage('en-XA')
  expect(messages.settings.title).toBe('[Šéttíñgš one]')
  expect(messages.backups.written({ file: 'a.zip' })).toBe('[Báçkéd üp tö a.zip one t]')
  expect(messages.backups.counts.marks({ count: 12_000 })).toContain('12,000')
  expect(messages.backups.counts.marks({ count: 1 })).toContain('márk')
  expect([directionOf('ar-XB'), directionOf('en-XA')]).toEqual(['rtl', 'ltr'])
  expect(dateLocale('en-GB')).toBe('en-GB')
})

it.each([...LANGUAGES, ...PSEUDO_LOCALES])(
  'has a different key for each choice of a merge in %s',
  async (language) => {
    const keys = Object.values((await messagesIn(language)).reviewFiles.choiceKeys)
    expect(new Set(keys.map((key) => key.toUpperCase())).size).toBe(keys.length)
  },
)

it('lists texts without those that are false', () => {
  expect(listText(['12 marks', false, '3 notes', '1 photo'])).toBe('12 marks, 3 notes and 1 photo')
  expect(listText([false])).toBe('')
})

it('activates another language, with its plurals, lists and months', async () => {
  await activateLanguage('de')
  expect(messages.settings.title).toBe('Einstellungen')
  expect(messages.backups.counts.marks({ count: 2 })).toBe('2 Markierungen')
  expect(listText(['A', 'B', 'C'])).toBe('A, B und C')
  expect(['de-AT', 'en-GB', 'en'].map(dateLocale)).toEqual(['de-AT', 'de-GB', 'de-US'])
  await activateLanguage('fr')
  expect(messages.backups.counts.marks({ count: 0 })).toBe('0 marquage')
})

it('returns the messages in another language with its plurals, and leaves the active ones', async () => {
  const french = await messagesIn('fr')
  expect(french.backups.counts.marks({ count: 0 })).toBe('0 marquage')
  expect(messages.backups.counts.marks({ count: 0 })).toBe('0 marks')
  expect(activeLanguage()).toBe('en')
  expect(await messagesIn()).toBe(messages)
})

it('shows some features in another language than the others', async () => {
  await activateLanguage('fr')
  await activateFeatures('de', ['backups'])
  expect(messages.backups.counts.marks({ count: 2 })).toBe('2 Markierungen')
  expect(messages.items.yes).toBe('Oui')
  await activateLanguage('en')
  expect(messages.backups.counts.marks({ count: 2 })).toBe('2 marks')
})

it.each([
  ['fr', ['de-DE'], 'fr'],
  ['system', ['de-CH', 'en'], 'de'],
  ['system', ['pt_BR', 'fr', 'de'], 'fr'],
  ['system', ['ja'], 'en'],
  ['system', [], 'en'],
] as const)('resolves the choice %s with the languages %j of the system to %s', (choice, system, expected) =>
  expect(resolveLanguage(choice, system)).toBe(expected),
)

it('omits descriptions for translators from compiled catalogs', () => {
  const source = { dialog: { title: 'Restore', '@title': 'Heading of a dialog', text: 'From {day}' } }
  expect(compileCatalog(source)).toEqual({
    dialog: {
      title: 'Restore',
      text: [
        { type: 0, value: 'From ' },
        { type: 1, value: 'day' },
      ],
    },
  })
})

it('has types for the messages of the English catalog', () => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(readCatalog('en')).sort())
  expect(messageFaults()).toEqual([])
})

it('reports texts in markup and code that are no messages', () => {
  const textsOf = (path: string, text: string): readonly string[] =>
    literals({ path, text }).map((fault) => /“(?<words>.*)”/u.exec(fault)?.groups?.['words'] ?? '')
  const markup = [
    '<script lang="ts">',
    "const options = [{ label: 'Oldest first' }, { label: isNew ? `Since ${day}` : messages.home.title }]",
    '</script>',
    '<h2 class="title">Campaigns</h2>',
    '<button aria-label={isOpen ? "Close" : messages.app.open} style:width="{width}px">%</button>',
    '{#if kind === "items"}{messages.home.title}{/if}',
  ].join('\n')
  expect(textsOf('renderer/views/Any.svelte', markup)).toEqual([
    'Campaigns',
    'Close',
    'Oldest first',
    'Since ',
  ])
  expect(textsOf('electron/shell/any.ts', "const item = { label: 'Quit', id: 'quit' }")).toEqual(['Quit'])
})

it('reports messages that nothing reads', () => {
  const english = new Map(['a.title', 'a.names.one', 'a.unused', 'b.title'].map((path) => [path, '']))
  const text = 'words.a.title.length + messages.a.names[key] + messages\n  .b.title'
  expect(unusedMessages(english, [{ path: 'any.ts', text }])).toEqual(['Nothing shows the message a.unused.'])
})
