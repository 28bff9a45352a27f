import type { Scalar } from '../../../../shared/schemas/condition.ts'

/**
 * The values of a pasted text, in order and with repeats: a JSON array of texts, numbers and booleans; else what stands
 * between the separators, without quotes around it.
 */
export const readPasted = (text: string, separators: readonly string[]): Scalar[] => {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const list = jsonList(trimmed)
    if (list !== null) return list
  }
  const lines = separators.reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [trimmed])
  return lines.map((part) => part.trim().replace(/^"(.*)"$/s, '$1')).filter((part) => part !== '')
}

const jsonList = (text: string): Scalar[] | null => {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return null
    return list.filter((one): one is Scalar => ['string', 'number', 'boolean'].includes(typeof one))
  } catch {
    return null
  }
}
