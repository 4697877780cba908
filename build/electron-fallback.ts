// npm run electron:fallback: builds the fallback Electron without trying to download Electron's own first.
import { buildFallback, fallbackPurposes, isFallbackAllowed } from './fallback-electron.ts'
import { fallbackFolder } from './paths.ts'
import { installAdvice, installPackages } from './system-packages.ts'

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

async function provide(): Promise<boolean> {
  if (!isFallbackAllowed()) {
    say('The fallback Electron exists for Linux on x64 only, and CAMPAIGN_DESK_NO_FALLBACK=1 forbids it.')
    return false
  }
  const missing = installPackages(fallbackPurposes(), say)
  if (missing.length > 0) {
    say(`System packages are missing. Install them, then run this again:\n\n    ${installAdvice(missing)}\n`)
    return false
  }
  return buildFallback(say)
}

if (await provide()) say(`The fallback Electron is in place: ${fallbackFolder()}`)
else process.exitCode = 1
