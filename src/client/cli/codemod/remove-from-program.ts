import { filesWithFlags } from './files-with-flags.ts'
import type { Parse } from './parse.ts'
import { createProgram, type Files, namesOf } from './program.ts'
import { type Leftover, removeFromFile } from './remove-from-file.ts'
import type { Paths } from './resolve-module.ts'
import { scriptOf } from './script-of.ts'
import type { Value } from './value.ts'

export type ProgramRemoval = {
  readonly key: string
  readonly value: Value
  readonly parse: Parse
  readonly paths?: Paths
}
export type PlacedLeftover = Leftover & { readonly file: string }
export type ProgramRemoved = {
  /** New text of the files that change. */
  readonly changed: ReadonlyMap<string, string>
  readonly leftovers: readonly PlacedLeftover[]
  readonly reads: number
}

/** Removes a flag from a program. Removes its declaration only if no remaining code needs it. */
export function removeFromProgram(files: Files, { key, value, parse, paths = {} }: ProgramRemoval): ProgramRemoved {
  const scripts = new Map([...files].map(([file, text]) => [file, scriptOf(file, text)]))
  const program = createProgram(scripts, parse, paths)
  const about = [...filesWithFlags(scripts, program, (code) => code.includes(key))]
  const names = new Map([[key, key], ...[...namesOf(scripts, program)].filter(([, of]) => of === key)])
  const removed = (file: string, declaration: boolean) => {
    const script = scripts.get(file)
    if (script === undefined) return []
    const lang = script.lang(file)
    const result = removeFromFile(lang, script.code, {
      key,
      value,
      parse,
      exported: (from, source, name) => program.exported(from === lang ? file : from, source, name),
      names,
      open: script.open,
      declaration,
    })
    const leftovers = result.leftovers.map((one) => ({ ...one, line: one.line + script.lines, file }))
    return [{ file, result, leftovers, text: script.before + result.text + script.after }]
  }
  const first = about.flatMap((file) => removed(file, false))
  const isNeeded = first.some(({ leftovers }) => leftovers.some((one) => one.needs))
  const done = isNeeded ? first : first.flatMap((one) => (one.result.declares ? removed(one.file, true) : [one]))
  return {
    changed: new Map(done.filter(({ file, text }) => text !== files.get(file)).map(({ file, text }) => [file, text])),
    leftovers: done.flatMap(({ leftovers }) => leftovers),
    reads: done.reduce((sum, { result }) => sum + result.reads, 0),
  }
}
