import vm from 'node:vm'
import { transform } from 'esbuild'

/** What a program logged, and how it ended. */
export type Run = { readonly log: readonly string[]; readonly end: string }

const shown = (value: unknown): string => {
  if (typeof value === 'function') return `function ${value.name}`
  if (value instanceof Error) return value.name
  try {
    return (
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'function' ? `function ${one.name}` : one)) ??
      String(value)
    )
  } catch {
    return 'unshown'
  }
}

/**
 * Represents a JSX element by its parts. `false` and `null` render nothing, as in React; the names of functions in
 * attributes do not matter.
 */
const drawn = (name: unknown, attributes: unknown, ...children: unknown[]) => ({
  name: typeof name === 'function' ? name.name : name,
  attributes: JSON.parse(
    JSON.stringify(attributes ?? {}, (_, one: unknown) => (typeof one === 'function' ? 'code' : one)),
  ),
  children: children
    .flat()
    .filter((one) => one !== false && one !== true && one !== null && one !== undefined && one !== ''),
})

/** Compiles a program with types and JSX. Undefined if it is invalid. */
async function compiled(text: string): Promise<string | undefined> {
  try {
    return (
      await transform(text, {
        loader: 'tsx',
        target: 'esnext',
        jsxFactory: 'h',
        jsxFragment: "'f'",
        logLevel: 'silent',
      })
    ).code
  } catch {
    return undefined
  }
}

/** Runs a program as module code with the flag's value. Undefined if it does not compile. */
export async function run(text: string, value: unknown, typed = false): Promise<Run | undefined> {
  const wrapped = `(function (fanion, log, id, o, h) { 'use strict';\n${text}\n})`
  const code = typed ? await compiled(wrapped) : wrapped
  if (code === undefined) return undefined
  const log: string[] = []
  const note = (one?: unknown) => {
    if (log.length < 500) log.push(shown(one))
    return one
  }
  const o = {
    m(this: unknown) {
      return note(this === undefined ? 'no this' : 'this')
    },
    n: () => note('n'),
    p: { q: 1 },
  }
  let program: unknown
  try {
    program = vm.runInThisContext(code)
  } catch {
    return undefined
  }
  let end = 'done'
  // A program that prints its own source would print the changed source.
  const own = Object.getOwnPropertyDescriptor(Function.prototype, 'toString') ?? {}
  Object.defineProperty(Function.prototype, 'toString', { ...own, value: () => 'code' })
  try {
    if (typeof program === 'function')
      program({ flags: { on: () => value } }, note, (one: unknown) => note(one), o, drawn)
  } catch (error) {
    end = `threw ${shown(error)}`
  }
  // Lets pending async functions finish.
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
  Object.defineProperty(Function.prototype, 'toString', own)
  return { log, end }
}
