// Prints the changes in the version of package.json, for its release. Fails if CHANGELOG.md lacks them.
import { packageVersion, readChangelog } from './changelog.ts'

const version = packageVersion()
const [newest] = readChangelog()
if (newest?.version === version) process.stdout.write(`${newest.notes}\n`)
else {
  process.stderr.write(`CHANGELOG.md: the first section is not that of version ${version}\n`)
  process.exitCode = 1
}
