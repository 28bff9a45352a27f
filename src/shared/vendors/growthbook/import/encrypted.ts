import { type Fields, isFields } from '../../importing/assembly.ts'

/** A payload of which a part is encrypted. */
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

/** A file of an upload as an encrypted payload; null where it is none. */
export const encryptedIn = (part: unknown): Fields | null => {
  if (typeof part !== 'string') return isEncrypted(part) ? part : null
  // most files say nothing of it, and need not be parsed
  const value = /"encrypted(?:Features|SavedGroups)"/.test(part) ? parsed(part) : undefined
  return isEncrypted(value) ? value : null
}
