import { activateFeatures, activateLanguage, type Language } from '../contract/messages.ts'

/** Features whose messages the person reads who exports, such as errors. */
const INTERFACE_FEATURES = ['exportFiles', 'exportPreview', 'faults', 'reasons'] as const

/**
 * Activates the languages of an export in its thread.
 * @param fileLanguage of the words in the file; default: that of the interface
 * @param interfaceLanguage of errors and findings
 */
export async function activateFileLanguage(
  fileLanguage: Language | undefined,
  interfaceLanguage: Language,
): Promise<void> {
  await activateLanguage(fileLanguage ?? interfaceLanguage)
  if (fileLanguage !== undefined && fileLanguage !== interfaceLanguage)
    await activateFeatures(interfaceLanguage, INTERFACE_FEATURES)
}
