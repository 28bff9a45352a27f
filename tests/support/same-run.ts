import vm from 'node:vm'
import { transform } from 'esbuild'

/** What a program did: what it logged, and how it ended. */
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
 * What an element of a page becomes here: what it is made of. `false` and `null` draw nothing, as in React; what a function is
 * called that an attribute is given is nobody's business.
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

/** The JavaScript of a program with types and elements of a page; undefined where it is none. */
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

/** Runs a program that ends as a module's code would run, with the flag as it is; undefined where it does not compile. */
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
  // a program that prints its own code would print the change
  const own = Object.getOwnPropertyDescriptor(Function.prototype, 'toString') ?? {}
  Object.defineProperty(Function.prototype, 'toString', { ...own, value: () => 'code' })
  try {
    if (typeof program === 'function')
      program({ flags: { on: () => value } }, note, (one: unknown) => note(one), o, drawn)
  } catch (error) {
    end = `threw ${shown(error)}`
  }
  // what was put off by `async` comes after
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
  Object.defineProperty(Function.prototype, 'toString', own)
  return { log, end }
}
