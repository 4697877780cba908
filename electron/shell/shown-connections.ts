import type { ShellServices } from './services.ts'

/**
 * Keeps the connections that windows show open and their services checked, and closes others that are idle.
 */
export function showConnections({
  windows,
  sessions,
  serviceWatch,
}: Pick<ShellServices, 'windows' | 'sessions' | 'serviceWatch'>): void {
  const idsOf = (shown: typeof windows.all): readonly string[] =>
    shown.map(({ connectionId }) => connectionId).filter((id) => id !== null)
  void sessions.setShown(idsOf(windows.all))
  serviceWatch.watch(idsOf(windows.all.filter(({ usesService }) => usesService)))
}
