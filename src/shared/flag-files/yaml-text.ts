import type { Json } from '../schemas/keys.ts'

/** Words that some reader of YAML takes for a truth, nothing or a number. */
const notText = new Set(['true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', 'null', 'nan', 'inf'])

/** A text that no reader of YAML takes for anything else. */
const isPlain = (text: string): boolean =>
  text.length <= 200 && /^[A-Za-z](?:[\w ./-]*[\w./-])?$/.test(text) && !notText.has(text.toLowerCase())

/** Marks that nobody sees, and what an older YAML takes for a line's end. */
const unseen = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffd]/g

const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Pairs of surrogates are seen; half of one is not. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[^]/g, (mark) =>
    mark.length === 2 ? mark : mark.replaceAll(unseen, escaped),
  )

const scalar = (value: Exclude<Json, object>): string =>
  typeof value !== 'string' ? JSON.stringify(value) : isPlain(value) ? value : quoted(value)

/** Longer ones need a sign before them, or are none. */
const longestKey = 1_000
const longestLine = 100

/** The value on one line, as far as it fits; undefined where it does not. */
function inline(value: Json, room: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = scalar(value)
    return text.length <= room ? text : undefined
  }
  const parts: string[] = []
  let left = room - 4
  const entries: [string | null, Json][] = Array.isArray(value)
    ? value.map((one) => [null, one])
    : Object.entries(value)
  for (const [key, one] of entries) {
    const before = key === null ? '' : `${scalar(key)}: `
    const text = inline(one, left - before.length)
    if (text === undefined) return undefined
    parts.push(before + text)
    left -= before.length + text.length + 2
    if (left < -2) return undefined
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** What stands behind `key:` or `-`: on the same line where it fits, else below. */
function behind(value: Json, indent: string, open: number): string {
  const line = open > 0 ? undefined : inline(value, longestLine - indent.length)
  if (line !== undefined) return ` ${line}`
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`
  return Object.keys(value).length === 0 ? ` ${inline(value, longestLine)}` : `\n${lines(value, indent, open)}`
}

/** Members one below the other, the `open` outermost levels always. */
function lines(value: Json[] | { [key: string]: Json }, indent: string, open: number): string {
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return value.map((one) => `${indent}-${listed(behind(one, deeper, open - 1), deeper)}`).join('\n')
  return Object.entries(value)
    .map(([key, one]) => {
      const name = scalar(key)
      const text = behind(one, deeper, open - 1)
      return name.length > longestKey ? `${indent}? ${name}\n${indent}:${text}` : `${indent}${name}:${text}`
    })
    .join('\n')
}

/** The first line of what stands below a dash comes behind it. */
const listed = (text: string, indent: string): string =>
  text.startsWith(`\n${indent}`) ? ` ${text.slice(indent.length + 1)}` : text

/**
 * JSON as YAML that people read and every reader takes for the same: what is short stands on one line, texts that an
 * older YAML takes for something else are quoted. `open`: so many levels stand one member a line, however short.
 */
export const yamlText = (value: { [key: string]: Json }, open = 1): string => `${lines(value, '', open)}\n`
