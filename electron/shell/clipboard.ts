import * as electron from 'electron'

/** Earlier versions of Electron take both forms as members of one object. */
interface EarlierClipboard {
  write(data: { readonly text: string; readonly html: string }): void
}

/** Puts a text on the system's clipboard, and beside it, where there is one, the same as HTML. */
export async function writeClipboard(text: string, html: string | null): Promise<void> {
  const { clipboard } = electron
  if (html === null) await clipboard.writeText(text)
  else if ('ClipboardItem' in electron)
    await clipboard.write([new electron.ClipboardItem({ 'text/plain': text, 'text/html': html })])
  else (clipboard as unknown as EarlierClipboard).write({ text, html })
}
