import { badInput } from '../contract/app-error.ts'
import { hostAndPort, parseProxy, type Proxy, type ProxyChoice } from './proxies.ts'

/** The proxy that an organization sets; `system`: that of the computer. `text` is for people. */
export type ManagedProxy =
  | { readonly kind: 'system'; readonly text: string | null }
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'fixed'; readonly text: string; readonly proxy: Proxy }
  /** A file that Chromium evaluates; `text` is its address. */
  | { readonly kind: 'pac'; readonly text: string }

/** The proxy without a managed one. */
export const SYSTEM_PROXY: ManagedProxy = { kind: 'system', text: null }

/**
 * Parses the managed proxy: `system`, `none`, the address of a proxy with or without a scheme, or the address
 * of a PAC file, which has a path. Throws `badInput`, also for an address with credentials: every user of the
 * computer can read the managed settings.
 */
export function parseManagedProxy(text: string): ManagedProxy {
  if (text === 'system' || text === 'none') return { kind: text, text }
  const url = URL.canParse(text) ? new URL(text) : null
  const isPac = url !== null && /^https?:$/u.test(url.protocol) && url.pathname !== '/'
  if (isPac && url.username === '' && url.password === '') return { kind: 'pac', text: url.href }
  const proxy = parseProxy(text, 'Proxy')
  if (isPac || proxy.credentials !== null) throw badInput('Proxy')
  return { kind: 'fixed', proxy, text: proxyAddress(proxy) }
}

function proxyAddress({ kind, host, port }: Proxy): string {
  return `${kind}://${hostAndPort(host, port)}`
}

/**
 * Returns the settings of a Chromium session for a managed proxy; null: those of the system, which a session
 * has without settings.
 */
export function proxyConfig(managed: ManagedProxy) {
  if (managed.kind === 'system') return null
  if (managed.kind === 'none') return { mode: 'direct' } as const
  if (managed.kind === 'pac') return { mode: 'pac_script', pacScript: managed.text } as const
  return { mode: 'fixed_servers', proxyRules: proxyAddress(managed.proxy) } as const
}

/**
 * Returns the managed proxy for Node, which cannot evaluate PAC files; null: that of the environment. As with
 * the environment, http is for this computer only and is reached directly.
 */
export function managedProxyChoice(managed: ManagedProxy, address: string): ProxyChoice | null {
  if (managed.kind === 'none') return { kind: 'direct' }
  if (managed.kind !== 'fixed') return null
  return new URL(address).protocol === 'https:' ? managed.proxy : { kind: 'direct' }
}
