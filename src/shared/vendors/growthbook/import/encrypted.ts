import { type Fields, isFields } from '../../importing/assembly.ts'

export const isEncrypted = (value: unknown): value is Fields =>
  isFields(value) &&
  ['encryptedFeatures', 'encryptedSavedGroups'].some((name) => typeof value[name] === 'string' && value[name] !== '')

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Reads a file of an upload as an encrypted payload. Null if it is not one. */
export const encryptedIn = (part: unknown): Fields | null => {
  if (typeof part !== 'string') return isEncrypted(part) ? part : null
  // Avoids parsing files that contain no encrypted field.
  const value = /"encrypted(?:Features|SavedGroups)"/.test(part) ? parsed(part) : undefined
  return isEncrypted(value) ? value : null
}
