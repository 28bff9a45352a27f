import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutants.ts'
import type { Tester } from './tester.ts'

/** What one run of tests told: who reaches each mutant, what each file takes, and which pass as things are. */
export type Reach = {
  /** Files of tests that reach a mutant, quickest first. */
  readonly of: (mutant: Mutant) => readonly string[]
  readonly msOf: (test: string) => number
  readonly passed: readonly string[]
}

/**
 * Runs tests once with a note at the place of every mutant, which says who came by. So a mutant is shown to those tests
 * alone that could notice it, and one that no test reaches needs no run at all.
 */
export async function reachOf(
  mutants: readonly Mutant[],
  tests: readonly string[],
  { tester, folder, withinMs }: { tester: Tester; folder: string; withinMs: number },
): Promise<Reach> {
  const notes = path.join(folder, 'reached.txt')
  writeFileSync(notes, '')
  const texts = new Map([...new Set(mutants.map(({ file }) => file))].map((file) => [path.join(folder, file), file]))
  const before = [...texts.keys()].map((file) => [file, readFileSync(file, 'utf8')] as const)
  for (const [file, text] of before)
    writeFileSync(
      file,
      noted(
        text,
        mutants.flatMap((mutant, id) => (mutant.file === texts.get(file) ? [{ id, mutant }] : [])),
        notes,
      ),
    )
  const changed = [...texts.keys()]
  const answer = await tester.ask({ changed, tests, without: [], bail: 0 }, withinMs)
  for (const [file, text] of before) writeFileSync(file, text)
  if (answer === 'timed out')
    throw new Error(`the tests without any mutant took longer than ${withinMs / 60_000} minutes`)
  // what is kept of the notes goes with the next question
  await tester.ask({ changed, tests: [], without: [], bail: 0 }, withinMs)
  const took = new Map(answer.took.map(({ file, ms }) => [file, ms]))
  const msOf = (test: string) => took.get(test) ?? 0
  const reached = new Map<number, Set<string>>()
  for (const line of readFileSync(notes, 'utf8').split('\n').filter(Boolean)) {
    const [id, test = ''] = line.split('\t')
    // who is not known may be any of them: a process that a test started
    const who = test === '' ? [...took.keys()] : [path.relative(folder, test)]
    const known = reached.get(Number(id)) ?? new Set()
    for (const one of who) known.add(one)
    reached.set(Number(id), known)
  }
  const ids = new Map(mutants.map((mutant, id) => [mutant, id]))
  return {
    of: (mutant) => [...(reached.get(ids.get(mutant) ?? -1) ?? [])].sort((one, other) => msOf(one) - msOf(other)),
    msOf,
    passed: answer.took.map(({ file }) => file).filter((file) => !answer.failed.includes(file)),
  }
}

/** The text of a file in which each place of a mutant notes who comes by. */
export function noted(text: string, mutants: readonly { id: number; mutant: Mutant }[], notes: string): string {
  const edits = mutants.flatMap(({ id, mutant: { within, kind } }) => {
    const [start, end] = within
    const size = end - start
    const [open, close] = kind === 'statement' ? [`{__reached(${id});`, '}'] : [`(__reached(${id}), (`, '))']
    return [
      { at: start, closes: false, size, isStatement: kind === 'statement', by: open },
      { at: end, closes: true, size, isStatement: kind === 'statement', by: close },
    ]
  })
  // at one place what ends there ends first; of two that begin the wider begins first, of two that end it ends last
  edits.sort(
    (one, other) =>
      one.at - other.at ||
      Number(other.closes) - Number(one.closes) ||
      (one.closes ? 1 : -1) * (one.size - other.size || Number(one.isStatement) - Number(other.isStatement)),
  )
  let [result, from] = ['', 0]
  for (const { at, by } of edits) {
    result += text.slice(from, at) + by
    from = at
  }
  return `${result}${text.slice(from)}\n${footer(notes)}`
}

/** A file says itself who came by, wherever it runs; a process that a test starts knows the test by its environment. */
const footer = (notes: string) => `
import { appendFileSync as __append } from 'node:fs'
function __reached(id: number): void {
  const notes = ${JSON.stringify(notes)}
  const own = (globalThis as any).__vitest_worker__?.filepath
  if (own) process.env['FANION_MUTATED_BY'] = own
  const note = id + '\\t' + (own ?? process.env['FANION_MUTATED_BY'] ?? '')
  const seen: Set<string> = ((globalThis as any).__reachedBefore ??= new Set())
  if (seen.has(notes + note)) return
  seen.add(notes + note)
  __append(notes, note + '\\n')
}
`
