import { afterEach, describe, expect, it } from 'vitest'
import { activateLanguage } from '../../electron/contract/messages.ts'
import { localNameTemplate, storedNameTemplate } from '../../renderer/views/items/export/export-name.ts'

describe('the default template of a file name', () => {
  afterEach(() => activateLanguage('en'))

  it('is in the language of the interface', async () => {
    expect(localNameTemplate('{campaign} items {date}')).toBe('{campaign} items {date}')
    await activateLanguage('de')
    expect(localNameTemplate('{campaign} items {date}')).toBe('{campaign} Artikel {date}')
  })

  it('is stored so that it follows another language', async () => {
    await activateLanguage('fr')
    expect(storedNameTemplate(localNameTemplate('{campaign} items {date}'))).toBe('{campaign} items {date}')
  })

  it('leaves the template of a person unchanged', async () => {
    await activateLanguage('de')
    expect(localNameTemplate('{view} items {date}')).toBe('{view} items {date}')
    expect(storedNameTemplate('{view} Artikel')).toBe('{view} Artikel')
  })
})
