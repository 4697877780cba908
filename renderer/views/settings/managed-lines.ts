import type { ManagedSummary } from '../../../electron/contract/managed.ts'
import { managedStrings as messages } from '../../../electron/contract/strings/managed.ts'

/** A managed setting with its value, one text for each line. */
interface ManagedLine {
  readonly name: string
  readonly values: readonly string[]
}

function addressText({ baseUrl, onlyBaseUrl }: ManagedSummary): string | null {
  if (!onlyBaseUrl) return baseUrl
  return baseUrl === null ? messages.noAddress : messages.onlyBaseAddress(baseUrl)
}

function proxyText({ proxy }: ManagedSummary): string | null {
  return proxy === 'system' || proxy === 'none' ? messages.proxy[proxy] : proxy
}

function updateTexts({ updates: { mode, channel } }: ManagedSummary): readonly string[] {
  return [
    ...(mode === null ? [] : [messages.updates[mode]]),
    ...(channel === null ? [] : [messages.updateChannel(messages.channels[channel])]),
  ]
}

/** Returns what the organization manages, for people. */
export function managedLines(managed: ManagedSummary): readonly ManagedLine[] {
  const { authority, exportFolders } = managed
  const one = (text: string | null): readonly string[] => (text === null ? [] : [text])
  const folders = exportFolders?.length === 0 ? [messages.noFolders] : exportFolders
  const lines: readonly ManagedLine[] = [
    { name: messages.names.baseAddress, values: one(addressText(managed)) },
    {
      name: messages.names.certificateAuthority,
      values: authority === null ? [] : [authority.fileName, ...authority.subjects],
    },
    { name: messages.names.proxy, values: one(proxyText(managed)) },
    { name: messages.names.updates, values: updateTexts(managed) },
    { name: messages.names.exportFolders, values: folders ?? [] },
  ]
  return lines.filter(({ values }) => values.length > 0)
}
