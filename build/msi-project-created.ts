// Called by electron-builder with the WiX project of the MSI, before it is compiled.
import { readFileSync, writeFileSync } from 'node:fs'

/** The same entries as in installer.nsh, for all users of the computer. */
const LINK_SCHEME = `<RegistryKey Root="HKLM" Key="Software\\Classes\\campaign-desk">
          <RegistryValue Type="string" Value="URL:Campaign Desk Link"/>
          <RegistryValue Name="URL Protocol" Type="string" Value=""/>
          <RegistryValue Key="DefaultIcon" Type="string" Value="[#mainExecutable],0"/>
          <RegistryValue Key="shell\\open\\command" Type="string" Value="&quot;[#mainExecutable]&quot; -- &quot;%1&quot;"/>
        </RegistryKey>`

/** Returns a WiX project that also registers the scheme of links with the component of the program. */
export function withLinkScheme(project: string): string {
  const program = project.indexOf('Id="mainExecutable"')
  const end = program === -1 ? -1 : project.indexOf('</Component>', program)
  if (end === -1) throw new Error('The WiX project has no component with the program.')
  return `${project.slice(0, end)}${LINK_SCHEME}\n      ${project.slice(end)}`
}

/** Registers the scheme of links in the WiX project. */
export default function msiProjectCreated(file: string): void {
  writeFileSync(file, withLinkScheme(readFileSync(file, 'utf8')))
}
