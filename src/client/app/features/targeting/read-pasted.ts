import type { Scalar } from '../../../../shared/schemas/condition.ts'
import { splitQuoted } from '../../components/split-quoted.ts'

/**
 * Values of a pasted text, in order and with duplicates: a JSON array of strings, numbers and booleans, otherwise the
 * fields between separators. Separators in quotes are ignored.
 */
export const readPasted = (text: string, separators: readonly string[]): Scalar[] => {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const list = jsonList(trimmed)
    if (list !== null) return list
  }
  return splitQuoted(trimmed, separators).filter((part) => part !== '')
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
