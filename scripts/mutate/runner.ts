// Runs each test once without mutants, and again with each mutant that it reached, in the same process and with the
// same server and database.
import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, type TestTryOptions } from 'vitest'

const notes = process.env['FANION_MUTANTS_SHOWN'] ?? ''
/** Longer tests run only alone. */
const most = 10_000

type State = { active: number; hit: boolean; reached: Set<number> }
const state: State = ((globalThis as { __mutants?: State }).__mutants ??= {
  active: -1,
  hit: false,
  reached: new Set(),
})

/** Mutants that are already decided, by any process. */
const decided = new Set<number>()
let read = 0
function whatIsDecided(): Set<number> {
  const size = statSync(notes).size
  if (size !== read) {
    read = size
    for (const line of readFileSync(notes, 'utf8').split('\n'))
      if (/^(killed|skip)\t/.test(line)) decided.add(Number(line.split('\t')[1]))
  }
  return decided
}

export default class Mutating extends TestRunner {
  #file = ''
  #step: 'first' | 'again' | 'mutant' | 'control' | 'end' = 'first'
  #left: number[] = []
  #test = ''
  #begunAt = 0

  override async onBeforeRunSuite(suite: Parameters<TestRunner['onBeforeRunSuite']>[0]) {
    if ('filepath' in suite) this.#outside('loaded')
    await super.onBeforeRunSuite(suite)
  }

  override onCollectStart(file: RunnerTestFile): void {
    super.onCollectStart(file)
    this.#outside()
    this.#file = file.filepath
    process.env['FANION_MUTATED_BY'] = file.filepath
  }

  override async onAfterRunSuite(suite: Parameters<TestRunner['onAfterRunSuite']>[0]) {
    await super.onAfterRunSuite(suite)
    if ('filepath' in suite) {
      this.#outside()
      note('ended', -1, (suite as RunnerTestFile).filepath)
    }
  }

  override async onBeforeRunTask(test: RunnerTestCase) {
    this.#file = test.file.filepath
    process.env['FANION_MUTATED_BY'] = this.#file
    this.#test = test.fullTestName
    this.#outside()
    this.#step = 'first'
    if (this.config.expect) this.config.expect.poll = { ...this.config.expect.poll, timeout: 5_000 }
    // Vitest reads the number of repetitions before each run
    if (test.mode === 'run' || test.mode === 'queued')
      (test as { repeats: unknown }).repeats = { valueOf: () => (this.#step === 'end' ? -1 : Number.MAX_SAFE_INTEGER) }
    await super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions) {
    super.onBeforeTryTask(test, options)
    state.hit = false
    state.active = this.#step === 'mutant' ? (this.#left[0] ?? -1) : -1
    this.#begunAt = performance.now()
    if (state.active >= 0) note('begun', state.active, this.#file)
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions) {
    await super.onAfterRetryTask(test, options)
    const failed = test.result?.state !== 'pass'
    const wasActive = state.active
    state.active = -1
    const ms = performance.now() - this.#begunAt
    const [asked = -1] = this.#left
    if (this.#step === 'first') {
      note('base', Math.round(ms), this.#file)
      this.#left = [...state.reached].filter((id) => !whatIsDecided().has(id))
      for (const id of this.#left) note('reached', id, this.#file)
      if (failed) {
        note('broken', -1, this.#file)
        return this.#give('left')
      }
      if (ms > most) return this.#give('left')
      this.#step = this.#left.length === 0 ? 'end' : 'again'
      return
    }
    forgive(test)
    if (this.#step === 'again') {
      if (failed) return this.#give('left')
      this.#step = 'mutant'
      return
    }
    if (this.#step === 'control') {
      if (failed) return this.#give('left')
      note('killed', asked, `${this.#file}\t${this.#test}`)
    } else if (failed) {
      this.#step = 'control'
      return
    } else note(state.hit ? 'stood' : 'left', wasActive, this.#file)
    this.#left = this.#left.slice(1).filter((id) => !whatIsDecided().has(id))
    this.#step = this.#left.length === 0 ? 'end' : 'mutant'
  }

  override onAfterRunTask(test: RunnerTestCase) {
    state.active = -1
    state.reached.clear()
    ;(test as { repeats: unknown }).repeats = 0
    super.onAfterRunTask(test)
  }

  /** Leaves the remaining mutants to the slow mode. */
  #give(kind: string): void {
    for (const id of this.#left) note(kind, id, this.#file)
    this.#left = []
    this.#step = 'end'
  }

  /** Records mutants reached since the last test, by module loading and hooks. */
  #outside(kind = 'outside'): void {
    for (const id of state.reached) note(kind, id, this.#file)
    state.reached.clear()
  }
}

function note(kind: string, id: number, of: string): void {
  appendFileSync(notes, `${kind}\t${id}\t${of}\n`)
}

function forgive(test: RunnerTestCase): void {
  if (!test.result) return
  test.result.state = 'pass'
  delete test.result.errors
}
