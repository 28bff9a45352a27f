export type Script = {
  readonly code: string
  /** The text before and after the code. */
  readonly before: string
  readonly after: string
  /** Number of lines before the code. */
  readonly lines: number
  readonly open: ReadonlySet<string>
  /** The file name that tells the parser which language the code is in. */
  readonly lang: (name: string) => string
}

/**
 * The code of a file. For a Vue or Svelte component, that is its last script; the names its template uses are in
 * `open`.
 */
export function scriptOf(file: string, text: string): Script {
  const plain: Script = { code: text, before: '', after: '', lines: 0, open: new Set(), lang: (name) => name }
  if (!/\.(vue|svelte)$/.test(file)) return plain
  const tag = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].at(-1)
  if (tag === undefined) return { ...plain, code: '', before: text }
  const begin = tag.index + tag[0].indexOf('>') + 1
  const code = tag[2] ?? ''
  const [before, after] = [text.slice(0, begin), text.slice(begin + code.length)]
  const open = new Set(`${before} ${after}`.match(/[\w$]+/g))
  const ending = /lang=["']ts/.test(tag[1] ?? '') ? '.ts' : '.js'
  return { code, before, after, lines: before.split('\n').length - 1, open, lang: (name: string) => name + ending }
}
