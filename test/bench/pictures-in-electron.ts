// The main process of an Electron that measures pictures through Chromium’s network, like the application.
// Arguments: the folder of the built application, the address of the pictures, their number, and a file for
// the result.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, session } from 'electron'
import { createNetFetch } from '../../electron/shell/net-fetch.ts'
import { NO_SIGN_IN } from '../support/no-sign-in.ts'
import { measureRounds } from './picture-rounds.ts'
import '../support/messages-setup.ts'

const [built = '', origin = '', pictures = '', result = ''] = process.argv.slice(-4)

async function measure(): Promise<void> {
  const measured = await measureRounds({
    fetch: createNetFetch(session.defaultSession, NO_SIGN_IN),
    workerUrl: pathToFileURL(join(built, 'artwork-worker.js')),
    origin,
    pictures: Number(pictures),
  })
  await writeFile(result, JSON.stringify(measured))
}

// Not awaited: Electron is ready only after its entry was evaluated.
void app
  .whenReady()
  .then(measure)
  .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  .finally(() => app.quit())
