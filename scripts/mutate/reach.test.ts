import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { mutantsOf } from './mutants.ts'
import { noted } from './reach.ts'

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

/** A module with notes at its mutants, and what was noted so far, as the code that stands there. */
async function aNoted() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-reach-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const notes = path.join(folder, 'notes.txt')
  writeFileSync(notes, '')
  const mutants = mutantsOf('some.ts', source)
  const text = noted(
    source,
    mutants.map((mutant, id) => ({ id, mutant })),
    notes,
  )
  writeFileSync(path.join(folder, 'some.ts'), text)
  const module = await import(path.join(folder, 'some.ts'))
  const reached = () =>
    readFileSync(notes, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => mutants[Number(line.split('\t')[0])])
      .map((mutant) => mutant && source.slice(...mutant.within))
  return { module, reached }
}

describe('a file that notes who comes by', () => {
  it('does what it did', async () => {
    const { module } = await aNoted()
    expect([module.both(1, 2), module.both(3, 4), module.both(3, 10)]).toEqual([true, false, true])
    expect([module.act(2), module.act(3), module.log]).toEqual(['two', 'other', ['less', 'less']])
    expect(() => module.act(6)).toThrow('more')
    expect([module.asked(true), module.asked(false)]).toEqual(['ab', 'ac'])
  })

  it('notes what was reached and nothing else', async () => {
    const { module, reached } = await aNoted()
    module.both(2, 1)
    expect(new Set(reached())).toEqual(new Set(['a < b && (a === 1 || b > 9)', 'a < b']))
  })
})
