import type { ManagedSummary } from '../../../electron/contract/managed.ts'
import { messages } from '../../../electron/contract/messages.ts'

/** A managed setting with its value, one text for each line. */
interface ManagedLine {
  readonly name: string
  readonly values: readonly string[]
}

function addressText({ baseUrl, onlyBaseUrl }: ManagedSummary): string | null {
  if (!onlyBaseUrl) return baseUrl
  return baseUrl === null
    ? messages.managed.noAddress
    : messages.managed.onlyBaseAddress({ address: baseUrl })
}

function proxyText({ proxy }: ManagedSummary): string | null {
  return proxy === 'system' || proxy === 'none' ? messages.managed.proxy[proxy] : proxy
}

function updateTexts({ updates: { mode, channel } }: ManagedSummary): readonly string[] {
  return [
    ...(mode === null ? [] : [messages.managed.updates[mode]]),
    ...(channel === null
      ? []
      : [messages.managed.updateChannel({ channel: messages.managed.channels[channel] })]),
  ]
}

/** Returns what the organization manages, for people. */
export function managedLines(managed: ManagedSummary): readonly ManagedLine[] {
  const { authority, exportFolders } = managed
  const one = (text: string | null): readonly string[] => (text === null ? [] : [text])
  const folders = exportFolders?.length === 0 ? [messages.managed.noFolders] : exportFolders
  const lines: readonly ManagedLine[] = [
    { name: messages.managed.names.baseAddress, values: one(addressText(managed)) },
    {
      name: messages.managed.names.certificateAuthority,
      values: authority === null ? [] : [authority.fileName, ...authority.subjects],
    },
    { name: messages.managed.names.proxy, values: one(proxyText(managed)) },
    { name: messages.managed.names.updates, values: updateTexts(managed) },
    { name: messages.managed.names.exportFolders, values: folders ?? [] },
  ]
  return lines.filter(({ values }) => values.length > 0)
}
