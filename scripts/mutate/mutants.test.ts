import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaOf, areas } from './areas.ts'
import { equivalents, isEquivalent } from './equivalent.ts'
import { mutantsOf, mutated } from './mutants.ts'

const all = (text: string) => mutantsOf('some.ts', text).map((mutant) => mutated(text, mutant))

describe('the mutants of a file', () => {
  it.each([
    ['const x = a < b', ['const x = a <= b']],
    ['const x = a >= b', ['const x = a > b']],
    ['const x = a === b', ['const x = a !== b']],
    ['const x = a && (b as T)', ['const x = a || (b as T)']],
    ['const x = a + 1', ['const x = a - 1']],
    ['const x = a ? b : c', ['const x = !(a) ? b : c']],
    ['if (a) b = c', ['if (!(a)) b = c', 'if (a) ;']],
    ['const x = true', ['const x = false']],
    ['throw new Error(x)', [';']],
    ['await act(x)', [';']],
    [
      "const x = q.where('a', '=', b).where('c', 'is', null)",
      ["const x = q.where('a', '=', b)", "const x = q.where('c', 'is', null)"],
    ],
  ])('of %s', (text, expected) => {
    expect(all(text)).toEqual(expected)
  })

  it.each([
    "const x = 'a' + b",
    'const x = `${a}` + b',
    'ctx.log.warn({}, text)',
    'console.log(x)',
    'type T = true',
    'let x: A extends B ? C : D',
  ])('are none of %s', (text) => {
    expect(all(text)).toEqual([])
  })

  it('say where they are and what was there', () => {
    expect(mutantsOf('some.ts', 'const x = 1\nconst y = a < b\n')).toEqual([
      { file: 'some.ts', line: 2, start: 24, end: 25, by: '<=', was: '<', kind: 'boundary', within: [22, 27] },
    ])
  })
})

const root = path.resolve(import.meta.dirname, '../..')

describe('the areas', () => {
  it('name tests that are there', () => {
    const files = areas
      .flatMap(({ tests, late = [] }) => [...tests, ...late])
      .filter((name) => name.endsWith('.test.ts'))
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('hold code, each some that none before it holds', () => {
    const files = globSync('src/**/*.ts', { cwd: root })
    const held = new Set(files.map((file) => areaOf(file)?.name))
    expect(areas.map(({ name }) => name).filter((name) => !held.has(name))).toEqual([])
    const holds = areas.flatMap((area) => area.holds)
    expect(holds.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([])
  })
})

it('each that changes nothing is one mutant of its file, listed once', () => {
  const found = equivalents.map((one) => {
    const text = readFileSync(path.join(root, one.file), 'utf8')
    const own = mutantsOf(one.file, text).filter((mutant) => isEquivalent(one, text, mutant))
    return own.map(({ file, start, by }) => `${file} ${start} ${by}`)
  })
  expect(equivalents.filter((_, at) => found[at]?.length !== 1)).toEqual([])
  expect(new Set(found.flat()).size).toBe(equivalents.length)
})
