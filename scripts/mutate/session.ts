// A process that runs tests on request of its parent. The parent replaces it if a mutant causes an infinite loop.
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

export type Ask = { changed: readonly string[]; tests: readonly string[]; without: readonly string[] }
/** Duration of each file. */
export type Took = { readonly file: string; readonly ms: number }
export type Answer = { ran: number; failed: readonly string[]; name: string; took: readonly Took[] }

/** Modules that ended in this run. Vitest's own list also contains earlier runs. */
let ended: TestModule[] = []

/** Runs tests in the given order, because the tests next to the file are the most relevant. */
let named: readonly string[] = []
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => named.findIndex((name) => moduleId.includes(name))
    return files.sort((one, other) => place(one) - place(other))
  }
}

const vitest = await createVitest('test', {
  root: process.cwd(),
  ...(process.env['FANION_MUTANTS_SHOWN'] && { config: 'mutate.config.ts' }),
  watch: false,
  // with mutants a run continues after a failure; must be set here, otherwise the workers do not receive it
  bail: process.env['FANION_MUTANTS_SHOWN'] ? 0 : 1,
  reporters: [{ onTestModuleEnd: (one) => void ended.push(one) }],
  maxWorkers: 2,
  sequence: { sequencer: AsNamed },
})
await vitest.standalone()

process.on('message', (ask: Ask) => void run(ask).then((answer) => process.send?.(answer)))
process.send?.('ready')

async function run({ changed, tests, without }: Ask): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(file)
  named = tests
  const found = tests.length === 0 ? [] : await vitest.globTestSpecifications([...tests])
  const wanted = found.filter(({ moduleId }) => !without.some((file) => moduleId.endsWith(file)))
  if (wanted.length === 0) return { ran: 0, failed: [], name: '', took: [] }
  ended = []
  vitest.state.errorsSet.clear()
  const { unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const failed = ended.filter((one) => one.state() === 'failed')
  const [first] = failed.flatMap((one) => [...one.children.allTests('failed')])
  const problem = first?.fullName ?? (unhandledErrors.length > 0 ? 'an error nobody caught' : '')
  const files = failed.map((one) => one.relativeModuleId)
  const took = ended.map((one) => {
    const { setupDuration, collectDuration, prepareDuration, environmentSetupDuration, duration } = one.diagnostic()
    const ms = setupDuration + collectDuration + prepareDuration + environmentSetupDuration + duration
    return { file: one.relativeModuleId, ms }
  })
  return {
    ran: wanted.length,
    failed: files.length === 0 && unhandledErrors.length > 0 ? ['?'] : files,
    name: problem,
    took,
  }
}
