import { activateFeatures, activateLanguage, activeLanguage, type Language } from '../contract/messages.ts'

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

/**
 * Runs a function that takes the words of a file from the active language, and returns its result. Messages
 * before and after it have the language of the interface.
 */
export async function inFileLanguage<Result>(
  fileLanguage: Language | undefined,
  run: () => Result,
): Promise<Result> {
  const interfaceLanguage = activeLanguage()
  await activateLanguage(fileLanguage ?? interfaceLanguage)
  try {
    return run()
  } finally {
    await activateLanguage(interfaceLanguage)
  }
}
