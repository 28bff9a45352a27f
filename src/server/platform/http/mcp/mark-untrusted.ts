import { limits } from '../../../../shared/limits.ts'
import { escapeInvisible } from '../../../../shared/schemas/name.ts'

/** A text written by users or applications. Agents get it marked as data, never as text from Fanion. */
export class UntrustedText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Marks a text as written by users or applications. */
export const untrustedText = (text: string): UntrustedText => new UntrustedText(text)

/** Marks a value written by users, as JSON text. */
export const untrustedJson = (value: unknown): UntrustedText => new UntrustedText(JSON.stringify(value) ?? '')

/** A tool's result, before untrusted texts are marked and lengths are limited. */
export type ToolData =
  | UntrustedText
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly ToolData[]
  | { readonly [name: string]: ToolData }
type Marked = string | number | boolean | null | Marked[] | { [name: string]: Marked }

/** Keys, timestamps, ids, version numbers and our own enum values: single words that cannot form a sentence. */
const isWord = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._:+-]{0,99}$/.test(text)

/**
 * Marks and limits a tool's result. Any text that is not a single word becomes `{"untrusted": …}`, even if the tool did
 * not mark it: with invisible characters spelled out, and truncated if long. The total length is limited too;
 * `left_out` is the number of missing characters.
 */
export function markUntrusted(data: ToolData): Marked {
  let left: number = limits.agentAnswerLength
  const untrusted = (text: string): Marked => {
    const most = Math.max(0, Math.min(limits.agentTextLength, left))
    // Do not cut a surrogate pair in half.
    const kept = text.slice(0, most).replace(text.length > most ? /[\uD800-\uDBFF]$/ : /(?!)/, '')
    const shown = escapeInvisible(kept)
    left -= shown.length + 20
    return kept.length < text.length ? { untrusted: shown, left_out: text.length - kept.length } : { untrusted: shown }
  }
  const record = (fields: readonly (readonly [string, ToolData])[]): Marked => {
    const shown: [string, Marked][] = []
    for (const [at, [name, value]] of fields.entries()) {
      if (left <= 0) {
        shown.push(['left_out', fields.length - at])
        break
      }
      left -= name.length + 4
      shown.push([name, walk(value)])
    }
    return Object.fromEntries(shown)
  }
  const list = (items: readonly ToolData[]): Marked => {
    const shown: Marked[] = []
    for (const [at, item] of items.entries()) {
      if (left <= 0) {
        shown.push({ left_out: items.length - at })
        break
      }
      left -= 1
      shown.push(walk(item))
    }
    return shown
  }
  const walk = (value: ToolData): Marked => {
    if (value instanceof UntrustedText) return untrusted(value.text)
    if (typeof value === 'string') {
      if (!isWord(value)) return untrusted(value)
      left -= value.length + 2
      return value
    }
    if (value === null || value === undefined) return null
    if (typeof value !== 'object') {
      left -= 8
      return value
    }
    if (isList(value)) return list(value)
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    return fields.every(([name]) => isWord(name)) ? record(fields) : untrusted(JSON.stringify(value))
  }
  return walk(data)
}

const isList = (value: object): value is readonly ToolData[] => Array.isArray(value)
