import { parseArgs } from 'node:util'
import { startTestService } from './start.ts'

/**
 * Starts the test service manually: `node test/support/service/run.ts --items 6000 --port 0 --key K`. Prints
 * its address and runs until it is interrupted.
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '6000' },
    campaigns: { type: 'string', default: '12' },
    port: { type: 'string', default: '0' },
    key: { type: 'string' },
    base: { type: 'string', default: '' },
    limit: { type: 'string', default: '1000' },
    tls: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
  },
})

const service = await startTestService({
  items: Number(values.items),
  campaigns: Number(values.campaigns),
  port: Number(values.port),
  basePath: values.base.replace(/\/+$/u, ''),
  limit: { max: Number(values.limit) },
  tls: values.tls,
  gzip: !values.plain,
  ...(values.key === undefined ? {} : { key: values.key }),
})
process.stdout.write(`${service.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close())
