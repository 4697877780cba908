import { join } from 'node:path'
import { expect, it } from 'vitest'
import { windowsProgram } from '../../electron/app/windows-program.ts'

it('is in the default folder of Windows, whatever the environment names', () => {
  const program = join('C:\\Windows', 'System32', 'reg.exe')
  const env = { SystemRoot: 'D:\\Other' }
  expect(windowsProgram('reg.exe', (file) => file === program, env)).toBe(program)
  expect(windowsProgram('reg.exe', () => false, env)).toBe(join('D:\\Other', 'System32', 'reg.exe'))
  expect(windowsProgram('reg.exe', () => false, {})).toBe(program)
})
