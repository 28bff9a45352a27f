import { defaultKind } from './attribute.ts'
import type { LdConfig } from './config.ts'

/** Who is in a big segment, as its export lists them. */
type MemberList = { readonly name: string; readonly keys: readonly string[] }

/** Keys, one a line. */
export const keysOf = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => line.replace(/^"(.*)"$/, '$1'))
      .filter((line) => line !== ''),
  ),
]

/** Whether a file's name holds this name as words of its own. */
const names = (file: string, name: string): boolean => {
  const at = file.indexOf(name)
  if (at === -1 || name === '') return false
  const isWord = (character: string | undefined) => character !== undefined && /[\w-]/.test(character)
  return !isWord(file[at - 1]) && !isWord(file[at + name.length])
}

/**
 * Puts the lists that are there into the big segments that they are called by: of an environment its own list, else one that
 * names no environment. What was used is taken out of `unused`.
 */
export const withMembers = (
  config: LdConfig,
  environment: { name: string; all: Iterable<string> },
  lists: readonly MemberList[],
  unused: Set<string>,
): void => {
  const big = Object.entries(config.segments ?? {}).filter(([, { unbounded }]) => unbounded === true)
  for (const [key, segment] of big) {
    const fitting = lists.filter(({ name }) => names(name, key))
    const own = fitting.filter(({ name }) => names(name, environment.name))
    const general = fitting.filter(({ name }) => ![...environment.all].some((one) => names(name, one)))
    const [list] = own.length > 0 ? own : general
    if (list === undefined) continue
    unused.delete(list.name)
    segment.unbounded = false
    const values = [...list.keys]
    segment.includedContexts = [
      ...(segment.includedContexts ?? []),
      { contextKind: segment.unboundedContextKind || defaultKind, values },
    ]
  }
}
