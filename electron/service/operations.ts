import { AppError } from '../contract/app-error.ts'

/** Parameters of `GET /campaign-items` (service interface, 4.2); absent ones are not sent. */
export interface ListItemsParams {
  readonly campaignId?: string
  /** A case-insensitive regular expression over item name, artwork name, POS number and element name. */
  readonly search?: string
  /** `<field>:<direction>`; only -1 is documented as a direction. */
  readonly sort?: `${string}:${1 | -1}`
  /** Requested page size; the response states the applied one. */
  readonly limit: number
  /** Records to skip. */
  readonly skip: number
}

/** Input of each operation of the service. */
interface OperationInputs {
  /** `GET /campaign/{id}` (4.1). */
  getCampaign: string
  /** `GET /campaign-items` (4.2). */
  listItems: ListItemsParams
}

type OperationName = keyof OperationInputs

/** Path and query of each operation, below the base address. */
export const OPERATION_PATHS: { readonly [Name in OperationName]: (input: OperationInputs[Name]) => string } =
  {
    getCampaign: (id) => `/campaign/${pathPart(id)}`,
    listItems: (params) => `/campaign-items?${queryOf(params)}`,
  }

/**
 * The operations of the service. Each returns the bytes of a JSON response, because the worker of the store
 * parses it. Rejects with an `AppError`; with `cancelled` if it was cancelled.
 */
export type Operations<Options> = {
  readonly [Name in OperationName]: (
    input: OperationInputs[Name],
    options?: Options,
  ) => Promise<Uint8Array<ArrayBuffer>>
}

/** Creates all operations from a function that creates one. */
export function createOperations<Options>(
  create: <Name extends OperationName>(
    name: Name,
  ) => (input: OperationInputs[Name], options?: Options) => Promise<Uint8Array<ArrayBuffer>>,
): Operations<Options> {
  const names = Object.keys(OPERATION_PATHS) as OperationName[]
  return Object.fromEntries(names.map((name) => [name, create(name)])) as Operations<Options>
}

/** Encodes an id as one path segment. Throws `notACampaignId` for `.`, `..` and malformed text. */
function pathPart(id: string): string {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) throw new AppError('notACampaignId')
  return encodeURIComponent(id)
}

function queryOf({ campaignId, search, sort, limit, skip }: ListItemsParams): string {
  const query = new URLSearchParams({ limit: String(limit), skip: String(skip) })
  if (campaignId !== undefined) query.set('campaignId', campaignId)
  if (search !== undefined && search !== '') query.set('search', search)
  if (sort !== undefined) query.set('sort', sort)
  return query.toString()
}
