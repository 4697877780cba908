import { beforeAll, describe, expect, it } from 'vitest'
import { FAILING_CAMPAIGN_ID, FORBIDDEN_CAMPAIGN_ID } from '../../electron/sample/campaigns.ts'
import { createSampleService, SAMPLE_BASE_URL, SAMPLE_KEY } from '../../electron/sample/service.ts'
import { planSample } from '../../electron/sample/plan.ts'

type Record_ = Readonly<Record<string, unknown>>

const fetch = createSampleService()
const get = (id: string) =>
  fetch(new Request(`${SAMPLE_BASE_URL}/campaign/${id}`, { headers: { authorization: SAMPLE_KEY } }))

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u
const isUuid = (value: unknown) => typeof value === 'string' && uuid.test(value)
const isText = (value: unknown) => typeof value === 'string'
const isInteger = (value: unknown) => Number.isSafeInteger(value)
const isNumber = (value: unknown) => typeof value === 'number'
const isBoolean = (value: unknown) => typeof value === 'boolean'
const isDate = (value: unknown) => typeof value === 'string' && new Date(value).toISOString() === value
const isObject = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (test: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(test)
const shape = (fields: Readonly<Record<string, (value: unknown) => boolean>>) => (value: unknown) =>
  isObject(value) && Object.entries(fields).every(([name, test]) => test(value[name]))
const mapOf = (test: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(test)

const fields = (names: string, test: (value: unknown) => boolean) =>
  Object.fromEntries(names.split(' ').map((name) => [name, test]))
const user = shape({ id: isUuid, ...fields('firstName lastName email', isText) })
const group = { campaignItems: listOf(shape({ id: isUuid, name: isText })) }

/** Section 2.1 of the service interface. */
const DOCUMENTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...fields('_id kittingId notificationTemplateId surveyId', isUuid),
  ...fields('clientId name prefix reference shortReference itemType priority season month year', isText),
  ...fields('purchaseOrderNumber notes proofingFolderId templateId', isText),
  ...fields('number status state version posElementCounter', isInteger),
  ...fields(
    'isLocked isActive isFinishByIrrelevant isStockDestructionByIrrelevant campaignItemsEditOnly isGeneratingItems postFederationAPI',
    isBoolean,
  ),
  ...fields('campaignType department region brand', listOf(isText)),
  ...fields(
    'startAt endAt launchDate dueInStoreDate dispatchBy finishBy approvalDue approvedDate artworkDue quoteDue briefCompletionDate workCommencesDate kickOffMeetingDate signOffDate executionDate crExpirationDate kitArrivalDate beforeKitArrivalDate afterKitArrivalDate pickingDate stockDestructionBy lastSentToPrinter sentToPrinter createdAt updatedAt',
    isDate,
  ),
  ...fields('tradingPeriodIds segRuleIdsToGenerate', listOf(isUuid)),
  meta: mapOf(isText),
  views: mapOf(mapOf(isDate)),
  defaults: shape({
    ...fields('departmentGroup oversType', isText),
    fileCopy: isInteger,
    oversValue: isNumber,
    rules: listOf(
      shape({
        ...fields('property rule', isText),
        values: listOf(isText),
        filters: listOf(
          shape({ ...fields('property rule', isText), ids: listOf(isUuid), values: listOf(isText) }),
        ),
        quantities: listOf(shape({ property: isText, values: listOf(isText), amounts: listOf(isNumber) })),
      }),
    ),
  }),
  priceMeta: shape(fields('packaging delivery additional discount installation bumpOut', isNumber)),
  elementGroups: listOf(shape({ elementId: isUuid, ...group })),
  assetGroups: listOf(shape({ assetId: isUuid, ...group })),
  notificationTemplateEvents: listOf(
    shape({
      id: isUuid,
      ...fields('name subject message', isText),
      ...fields('isEventDate sendNotifications attachSummaryReport isSent', isBoolean),
      sendAtDays: isInteger,
      recipients: Array.isArray,
      departments: Array.isArray,
      date: isDate,
    }),
  ),
  ...fields('owner ownerPrimary createdBy itemOwner backupOwner', user),
  kitter: shape({ _id: isUuid, ...fields('name email contact', isText) }),
}

const { campaigns } = planSample()
let records: readonly Record_[] = []
beforeAll(async () => {
  records = await Promise.all(campaigns.map(async ({ id }) => (await (await get(id)).json()) as Record_))
})

describe('the sample campaigns', () => {
  it('are twelve with different names', () =>
    expect(new Set(records.map((record) => record['name'])).size).toBe(12))

  it('include one with every documented field in its documented type', () => {
    const [complete] = records
    for (const [name, test] of Object.entries(DOCUMENTED)) expect(test(complete?.[name]), name).toBe(true)
  })

  it('have documented fields in their type, null, missing or empty', () => {
    for (const record of records)
      for (const [name, test] of Object.entries(DOCUMENTED)) {
        const value = record[name]
        if (value !== undefined && value !== null && value !== '') expect(test(value), name).toBe(true)
      }
    const gaps = records.flatMap((record) =>
      Object.keys(DOCUMENTED).filter((name) => (record[name] ?? null) === null),
    )
    expect(gaps.length).toBeGreaterThan(10)
  })

  it('group existing items', async () => {
    const [record = {}] = records
    const response = await fetch(
      new Request(`${SAMPLE_BASE_URL}/campaign-items?limit=500&campaignId=${String(record['_id'])}`, {
        headers: { authorization: SAMPLE_KEY },
      }),
    )
    const { campaignItemIds } = (await response.json()) as { readonly campaignItemIds: readonly string[] }
    const grouped = (
      record['elementGroups'] as readonly { campaignItems: readonly { id: string }[] }[]
    ).flatMap(({ campaignItems }) => campaignItems.map(({ id }) => id))
    expect(grouped).toHaveLength(900)
    expect(new Set(grouped)).toEqual(new Set(grouped).union(new Set(campaignItemIds)))
  })

  it('have undocumented fields', () =>
    expect(Object.keys(records[0] ?? {}).filter((name) => !(name in DOCUMENTED))).toContain('x-legacy'))

  it('respond with 403, 404 and 500 as documented, and with 400 to an invalid path', async () => {
    expect((await get(FORBIDDEN_CAMPAIGN_ID)).status).toBe(403)
    expect((await get(FAILING_CAMPAIGN_ID)).status).toBe(500)
    expect((await get('00000000-0000-4000-8000-000000000404')).status).toBe(404)
    expect((await get('%E0%A4%A')).status).toBe(400)
  })
})
