import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { png } from '../support/pictures.ts'
import { startTestService } from '../support/service/start.ts'
import { expect, test } from './fixtures.ts'
import {
  connect,
  downloadCampaign,
  findCampaigns,
  forgetConnections,
  openReadiness,
  proxyArguments,
} from './steps.ts'

const KEY = 'k-artwork-hosts-7d02'

const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  'a direct connection': [],
  // Nothing listens on the port, so that Chromium would bypass the proxy.
  'a proxy that is down and may be bypassed': proxyArguments('http://127.0.0.1:1,direct://'),
}

for (const [network, args] of Object.entries(NETWORKS))
  test(`artwork on another host is fetched without the key, and only from networks that the service uses, with ${network}`, async ({
    start,
    folder,
    form,
  }) => {
    test.skip(
      form === 'packaged',
      'A package ignores NODE_EXTRA_CA_CERTS, with which this test trusts its host.',
    )
    const { root, intermediate, leaf } = issueChain()
    const service = await startTestService({ items: 6, campaigns: 1, key: KEY })
    const pictures = await startTestService({ items: 1, campaigns: 1, tls: serverFiles(leaf, intermediate) })
    pictures.script([
      {
        when: ({ path }) => path === '/files/moved',
        behavior: { kind: 'redirect', to: 'https://169.254.169.254/latest' },
      },
      { behavior: { kind: 'bytes', body: png(5), contentType: 'image/png' } },
    ])
    const authorityFile = join(folder, 'root.pem')
    writeFileSync(authorityFile, root.pem)
    try {
      const [campaign] = service.plan.campaigns
      if (campaign === undefined) throw new Error('The test service has no campaigns')
      const host = `https://localhost:${new URL(pictures.origin).port}`
      const addresses = [`${host}/files/a`, `${host}/files/moved`, 'https://10.255.255.1/files/b']
      for (const [index, id] of service.items.idsOf(campaign.id).entries()) {
        const item = service.items.find(id)
        const address = addresses[index] ?? null
        const artwork = { _id: `a-${String(index)}`, name: 'A', fileId: { thumbnailUrl: address } }
        const artworks = address === null ? [] : [artwork]
        service.items.update(id, {
          itemId: { ...item?.itemId, _id: `i-${String(index)}`, name: 'A', artworks },
        })
      }
      const { page } = await start({ args, env: { NODE_EXTRA_CA_CERTS: authorityFile } })
      await connect(page, service.url, KEY)
      await findCampaigns(page)
      await downloadCampaign(page, campaign.name)
      const readiness = await openReadiness(page)
      await expect(readiness).toContainText('2 missing: address can’t be used')
      // The list, which shows thumbnails too, may have tried the moved picture before.
      const paths = new Set(pictures.requests.map(({ path }) => path))
      expect([...paths].sort()).toEqual(['/files/a', '/files/moved'])
      for (const { headers } of pictures.requests) {
        expect(headers['authorization']).toBeUndefined()
        expect(headers['user-agent']).toMatch(/^CampaignDesk\/\d/u)
      }
      await forgetConnections(page)
    } finally {
      await Promise.all([service.close(), pictures.close()])
    }
  })
