import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Mutant } from './mutants.ts'
import { switched } from './switched.ts'
import type { Tester } from './tester.ts'

export type Shown =
  | { readonly outcome: 'killed'; readonly by: string }
  | { readonly outcome: 'timed out' | 'survived'; readonly by: string }
  /** These tests reached the mutant and none noticed in a repeated run in one process, so each must run alone. */
  | { readonly outcome: 'open'; readonly tests: readonly string[] }

export type InPlace = {
  readonly of: (mutant: Mutant) => Shown | undefined
  readonly msOf: (test: string) => number
  /** Files with a test that failed before any mutant was active, possibly because of data of other tests. */
  readonly broken: readonly string[]
}

/** Maximum silence before a mutant counts as an infinite loop. */
const silence = 75_000

/**
 * Runs the tests once. Each repeats itself with every mutant that it reaches (`runner.ts`), so no mutant needs its own
 * process, import, server or database.
 */
export async function inPlace(
  mutants: readonly Mutant[],
  tests: readonly string[],
  { tester, folder, notes, isOver }: { tester: Tester; folder: string; notes: string; isOver: () => boolean },
): Promise<InPlace> {
  writeFileSync(notes, '')
  const files = [...new Set(mutants.map(({ file }) => file))]
  const before = files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const)
  for (const [file, text] of before) {
    const own = mutants.flatMap((mutant, id) => (mutant.file === file ? [{ id, mutant }] : []))
    writeFileSync(path.join(folder, file), switched(text, own))
  }
  const changed = files.map((file) => path.join(folder, file))
  const late = new Map<number, string>()
  let without: string[] = []
  let whole = false
  while (!whole && !isOver()) {
    whole = await heard(tester, { changed, tests, without }, notes, isOver)
    const lines = linesOf(notes)
    without = lines.filter(([kind]) => kind === 'ended').map(([, , file = '']) => path.relative(folder, file))
    // a test that was running at the end of the time is not late
    if (whole || isOver()) break
    // the last test that began in each file and did not report its end
    const last = new Map(lines.map((line) => [line[2], line]))
    for (const [kind, id = '', file = ''] of last.values()) {
      if (kind !== 'begun') continue
      late.set(Number(id), path.relative(folder, file))
      appendFileSync(notes, `skip\t${id}\t${file}\n`)
    }
  }
  for (const [file, text] of before) writeFileSync(path.join(folder, file), text)
  return told(mutants, linesOf(notes), { late, whole, folder, tests })
}

const linesOf = (notes: string) =>
  readFileSync(notes, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))

/** Returns whether the tests completed. Stops them if they are silent for too long or the time is over. */
async function heard(tester: Tester, ask: Parameters<Tester['ask']>[0], notes: string, isOver: () => boolean) {
  let [size, since, done] = [-1, Date.now(), false]
  const asked = tester.ask(ask, 2 ** 30).finally(() => {
    done = true
  })
  while (!done) {
    await Promise.race([asked, wait(1_000)])
    const now = statSync(notes).size
    if (now !== size) [size, since] = [now, Date.now()]
    if (Date.now() - since > silence || isOver()) tester.close()
  }
  return (await asked) !== 'timed out'
}

function told(
  mutants: readonly Mutant[],
  lines: readonly string[][],
  {
    late,
    whole,
    folder,
    tests,
  }: { late: Map<number, string>; whole: boolean; folder: string; tests: readonly string[] },
): InPlace {
  const by = new Map<number, string[][]>()
  const ms = new Map<string, number>()
  for (const line of lines) {
    const [kind, id = '', file = ''] = line
    const test = path.relative(folder, file)
    if (kind === 'base') ms.set(test, (ms.get(test) ?? 2_000) + Number(id))
    else by.set(Number(id), [...(by.get(Number(id)) ?? []), line])
  }
  const failed = lines.filter(([kind]) => kind === 'broken').map(([, , file = '']) => path.relative(folder, file))
  const broken = [...new Set(failed)]
  const shown = mutants.map((_, id): Shown | undefined => {
    const own = by.get(id) ?? []
    const killed = own.find(([kind]) => kind === 'killed')
    if (killed) return { outcome: 'killed', by: killed[3] ?? '' }
    const endless = late.get(id)
    if (endless !== undefined) return { outcome: 'timed out', by: endless }
    if (!whole) return undefined
    // code that runs when a module is loaded runs once for all files that load it
    if (own.some(([kind]) => kind === 'loaded')) return { outcome: 'open', tests }
    // data of an earlier run in the database can hide a mutant, so for survivors all tests that reached them run alone
    const came = own.filter(([kind]) => kind === 'stood' || kind === 'left' || kind === 'outside')
    const asked = [...came.map(([, , file = '']) => path.relative(folder, file)), ...broken]
    if (asked.length === 0) return { outcome: 'survived', by: 'no test came by' }
    return { outcome: 'open', tests: [...new Set(asked)] }
  })
  const ids = new Map(mutants.map((mutant, id) => [mutant, id]))
  return { of: (mutant) => shown[ids.get(mutant) ?? -1], msOf: (test) => ms.get(test) ?? 0, broken }
}
