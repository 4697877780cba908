import { afterEach, expect, it } from 'vitest'
import { listText, messages, setNumberLocale } from '../../electron/contract/messages.ts'
import { compileCatalog, messageFaults, readCatalog } from '../../build/messages.ts'

afterEach(() => setNumberLocale('en'))

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

it('lists texts without those that are false', () => {
  expect(listText(['12 marks', false, '3 notes', '1 photo'])).toBe('12 marks, 3 notes and 1 photo')
  expect(listText([false])).toBe('')
})

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
