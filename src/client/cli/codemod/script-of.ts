export type Script = {
  readonly code: string
  /** What is before and behind the code. */
  readonly before: string
  readonly after: string
  /** The lines before it. */
  readonly lines: number
  /** Names that the rest of the file uses. */
  readonly open: ReadonlySet<string>
  /** The name of the file by which the parser knows its language. */
  readonly lang: (name: string) => string
}

/** The code in a file: of a component of Vue or Svelte what is in its last script, whose names its template uses. */
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
