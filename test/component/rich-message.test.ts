import { render } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, expect, it } from 'vitest'
import { activateLanguage, messages } from '../../electron/contract/messages.ts'
import RichMessage from '../../renderer/components/RichMessage.svelte'
import { ELEMENT } from '../../renderer/components/rich-message.ts'

afterEach(() => activateLanguage('en'))

function show(text: string, element: string): HTMLElement {
  const children = createRawSnippet(() => ({ render: () => `<b>${element}</b>` }))
  return render(RichMessage, { props: { text, children } }).container
}

it('shows an element where the message has it, in each language', async () => {
  const tile = (): string => messages.overview.tiles.due.toGo({ days: ELEMENT })
  expect(show(tile(), '3 days')).toHaveTextContent(/^3 days to go$/u)
  await activateLanguage('de')
  const german = show(tile(), '3 Tage')
  expect(german).toHaveTextContent(/^noch 3 Tage$/u)
  expect(german.querySelector('b')).toHaveTextContent(/^3 Tage$/u)
})

it('keeps the spaces and the punctuation of the message around the element', async () => {
  await activateLanguage('fr')
  const text = messages.itemsSearch.didYouMean({ field: ELEMENT })
  expect(show(text, 'status:').textContent).toBe('Vouliez-vous dire status:\u202f?')
})

it('shows a message without the element as it is', () => {
  expect(show('All <b>passed</b>', '3').textContent).toBe('All <b>passed</b>')
})
