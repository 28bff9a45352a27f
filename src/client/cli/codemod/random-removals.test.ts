import { describe, expect, it } from 'vitest'
import { drawFrom, flagValues, randomProgram } from '../../../../tests/support/random-program.ts'
import { run } from '../../../../tests/support/same-run.ts'
import { draws, suiteSeed } from '../../../../tests/support/seed.ts'
import { loadParser } from '../load-parser.ts'
import { parsed } from './parse.ts'
import { removeFromFile } from './remove-from-file.ts'
import { unusedNames } from './unused.ts'

const parse = await loadParser()
const head = `import { createFanion, defineFlags } from '@fanion/sdk/node';
const flags = defineFlags({ on: { type: 'boolean', default: false } });
const fanion = createFanion({ url: '', key: '', flags }); void fanion;`
const made = 'void fanion;'

const programs = draws(500, 1_500)
const parts = 5
const rest = (text: string) => text.slice(text.indexOf(made) + made.length).trim()

/**
 * Compares a random program before and after the removal. False if the program does not compile, so it proves nothing.
 */
async function isSame(seed: number, typed: boolean): Promise<boolean> {
  const draw = drawFrom(seed)
  // Safe cast: the index is within the list.
  const value = flagValues[Math.floor(draw() * flagValues.length)] as (typeof flagValues)[number]
  const program = randomProgram(draw, { typed })
  const file = typed ? 'a.tsx' : 'a.ts'
  const one = parsed(file, `${head}\n${program}`, parse)
  const before = 'error' in one ? undefined : await run(program, value, typed)
  if ('error' in one || before === undefined) return false
  const removed = (text: string) =>
    removeFromFile(file, text, { key: 'on', value: value as never, parse, exported: () => undefined })
  const { text, leftovers } = removed(`${head}\n${program}`)
  const after = await run(rest(text), 'asked again', typed)
  const two = parsed(file, text, parse)
  if ('error' in two) throw new Error(text)
  const again = removed(text)
  const found = {
    run: after,
    leftovers,
    reads: again.reads,
    isTidy: unusedNames(two).size <= unusedNames(one).size,
    again: again.text,
  }
  const wanted = { run: before, leftovers: [], reads: 0, isTidy: true, again: text }
  // The seed is included so that a failure can be reproduced.
  expect({ seed, value, program, removed: rest(text), ...found }).toEqual({
    seed,
    value,
    program,
    removed: rest(text),
    ...wanted,
  })
  return true
}

describe('a program without its flag', () => {
  it.each(Array.from({ length: parts }, (_, at) => at))(
    'does what it did with the flag at that value, parses, has no new name that nobody uses, and is done at once (%i)',
    async (part) => {
      let compared = 0
      const from = suiteSeed * 1_000 + (part * programs) / parts
      // Every fifth program has types and JSX, so it is compiled.
      for (let at = 0; at < programs / parts; at += 1) if (await isSame(from + at, at % 5 === 0)) compared += 1
      expect(compared).toBeGreaterThan(programs / parts / 2)
    },
  )
})
