import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Prints the last line, after all other reporters: "12 passed, 0 failed" (", 1 skipped"). */
export default class Tally implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<SerializedError>) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const unloaded = modules.filter((m) => m.state() === 'failed' && [...m.children.allTests('failed')].length === 0)
    const failed = count('failed') + unloaded.length + errors.length
    const skipped = tests.length - count('passed') - count('failed')
    const line = `${count('passed')} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
    process.on('exit', () => process.stdout.write(`\n${line}\n`))
  }
}
