// Tries to create a connection in a data folder, and prints the result.
import { AppError } from '../../electron/contract/app-error.ts'
import { createConnections } from '../../electron/app/connections.ts'
import './messages-setup.ts'

const [, , folder = ''] = process.argv
const outcome = await createConnections(folder)
  .createSample()
  .then(
    () => 'made',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )
process.stdout.write(outcome)
