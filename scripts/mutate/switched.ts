import type { Mutant } from './mutants.ts'

type Numbered = { readonly id: number; readonly mutant: Mutant }

/** Returns the text of a file with all mutants next to the replaced code. A mutant runs while its number is active. */
export const switched = (text: string, mutants: readonly Numbered[]): string =>
  `${between(text, 0, text.length, [...mutants].sort(outermostFirst))}\n${footer}`

/** At equal positions, a statement is outside its own expression. */
const outermostFirst = ({ mutant: one }: Numbered, { mutant: other }: Numbered) =>
  one.within[0] - other.within[0] ||
  other.within[1] - one.within[1] ||
  Number(other.kind === 'statement') - Number(one.kind === 'statement')

function between(text: string, from: number, to: number, mutants: readonly Numbered[]): string {
  let [result, at, next] = ['', from, 0]
  for (let one = mutants[next]; one; one = mutants[next]) {
    const { id, mutant } = one
    const [start, end] = mutant.within
    const inner = mutants.slice(next + 1).filter(({ mutant: { within } }) => within[1] <= end)
    const as = between(text, start, end, inner)
    const mutated = text.slice(start, mutant.start) + mutant.by + text.slice(mutant.end, end)
    result += text.slice(at, start)
    result +=
      mutant.kind === 'statement' ? `{if(__mutant(${id})) ; else ${as}\n}` : `(__mutant(${id})?(${mutated}):(${as}))`
    at = end
    next += 1 + inner.length
  }
  return result + text.slice(at, to)
}

/** A process started by a test has no active mutant. It only reports that it reached one. */
const footer = `
import { appendFileSync as __append } from 'node:fs'
function __mutant(id: number): boolean {
  const state = ((globalThis as any).__mutants ??= { active: -1, hit: false, reached: new Set() })
  if (state.reached.has(id)) {
    if (id !== state.active) return false
    state.hit = true
    return true
  }
  state.reached.add(id)
  const notes = process.env['FANION_MUTANTS_SHOWN']
  if (notes && !(globalThis as any).__vitest_worker__)
    __append(notes, 'outside\\t' + id + '\\t' + (process.env['FANION_MUTATED_BY'] ?? '') + '\\n')
  if (id === state.active) state.hit = true
  return id === state.active
}
`
