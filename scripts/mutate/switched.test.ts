import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mutantsOf } from './mutants.ts'
import { switched } from './switched.ts'

const source = `
export const log: string[] = []
export const both = (a: number, b: number) => a < b && (a === 1 || b > 9)
export function act(a: number): string {
  if (a > 5) throw new Error('more')
  else log.push('less')
  return a === 2 ? 'two' : 'other'
}
const q = { found: '', where(one: string) { return { ...q, found: this.found + one } } }
export const asked = (x: boolean) => q.where('a').where(x ? 'b' : 'c').found
`

type State = { active: number; hit: boolean; reached: Set<number> }
type Shared = { __mutants?: State | undefined }

/** Loads a module with its mutants and their shared state. Restores the state afterwards. */
async function aSwitched() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-switched-'))
  const shared = globalThis as Shared
  const before = shared.__mutants
  const state: State = { active: -1, hit: false, reached: new Set() }
  shared.__mutants = state
  onTestFinished(() => {
    shared.__mutants = before
    rmSync(folder, { recursive: true, force: true })
  })
  const mutants = mutantsOf('some.ts', source)
  const numbered = mutants.map((mutant, id) => ({ id, mutant }))
  writeFileSync(path.join(folder, 'some.ts'), switched(source, numbered))
  const module = await import(path.join(folder, 'some.ts'))
  return { module, state, mutants }
}

describe('a file with its mutants in it', () => {
  it('does what it did while none is active', async () => {
    const { module } = await aSwitched()
    expect([module.both(1, 2), module.both(3, 4), module.both(3, 10)]).toEqual([true, false, true])
    expect([module.act(2), module.act(3), module.log]).toEqual(['two', 'other', ['less', 'less']])
    expect(() => module.act(6)).toThrow('more')
    expect([module.asked(true), module.asked(false)]).toEqual(['ab', 'ac'])
  })

  it('knows who was come by, and no other', async () => {
    const { module, state, mutants } = await aSwitched()
    module.both(2, 1)
    const places = [...state.reached].map((id) => mutants[id] && source.slice(...mutants[id].within))
    expect(new Set(places)).toEqual(new Set(['a < b && (a === 1 || b > 9)', 'a < b']))
  })

  it('does what the active one does, and says so', async () => {
    const { module, state, mutants } = await aSwitched()
    state.active = mutants.findIndex(({ was }) => was === '<')
    expect([module.both(1, 1), state.hit]).toEqual([true, true])
    state.active = -1
    expect(module.both(1, 1)).toBe(false)
  })
})
