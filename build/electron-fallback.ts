// npm run electron:fallback: builds the fallback Electron without trying to download Electron first.
import { buildFallback, fallbackPurposes, isFallbackAllowed } from './fallback-electron.ts'
import { fallbackFolder } from './paths.ts'
import { installAdvice, installPackages } from './system-packages.ts'

const printLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function provide(): Promise<boolean> {
  if (!isFallbackAllowed()) {
    printLine(
      'The fallback Electron exists for Linux on x64 only, and CAMPAIGN_DESK_NO_FALLBACK=1 forbids it.',
    )
    return false
  }
  const missing = installPackages(fallbackPurposes(), printLine)
  if (missing.length > 0) {
    printLine(
      `System packages are missing. Install them, then run this again:\n\n    ${installAdvice(missing)}\n`,
    )
    return false
  }
  return buildFallback(printLine)
}

if (await provide()) printLine(`The fallback Electron is in place: ${fallbackFolder()}`)
else process.exitCode = 1
